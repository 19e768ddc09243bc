// Names the JSON fields of problems and answers.
#pragma once

#include "harness/fields/description.h"
#include "minimizer/problem.h"

namespace gridlock::minimizer {

constexpr auto fields_of(fields::Type<Launch>) {
  return fields::List{
      fields::required("ranks", &Launch::ranks),
      fields::optional("environment", &Launch::environment),
      fields::optional("arguments", &Launch::arguments),
  };
}

constexpr auto fields_of(fields::Type<Candidate>) {
  return fields::List{
      fields::required("text", &Candidate::text),
      fields::required("launch", &Candidate::launch),
  };
}

constexpr auto fields_of(fields::Type<Signature>) {
  return fields::List{
      fields::required("kind", &Signature::kind),
      fields::optional("fields", &Signature::fields),
  };
}

constexpr auto fields_of(fields::Type<Answer>) {
  return fields::List{
      fields::required("verdict", &Answer::verdict),
      fields::usual("seconds", &Answer::seconds),
      fields::optional("seen", &Answer::seen),
      fields::usual("failures", &Answer::failures),
      fields::usual("runs", &Answer::runs),
      fields::optional("reason", &Answer::reason),
      fields::optional("proved_ms", &Answer::proved_ms),
  };
}

}  // namespace gridlock::minimizer
