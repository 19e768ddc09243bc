// Names the JSON fields in a state's files. The first field of a journal line is the kind of the
// line.
#pragma once

#include "minimizer/problem_fields.h"
#include "minimizer/state.h"

namespace gridlock::minimizer {

struct ProblemLine {
  Key key;
  Signature signature;
};

struct AnswerLine {
  Key key;
  Answer answer;
};

constexpr auto fields_of(fields::Type<ProblemLine>) {
  return fields::List{
      fields::required("problem", &ProblemLine::key),
      fields::required("signature", &ProblemLine::signature),
  };
}

constexpr auto fields_of(fields::Type<AnswerLine>) {
  return fields::List{
      fields::required("answer_to", &AnswerLine::key),
      fields::required("answer", &AnswerLine::answer),
  };
}

constexpr auto fields_of(fields::Type<Accepted>) {
  return fields::List{
      fields::required("accepted", &Accepted::key),
      fields::required("pass", &Accepted::pass),
      fields::required("lines", &Accepted::lines),
      fields::required("candidate", &Accepted::candidate),
  };
}

constexpr auto fields_of(fields::Type<Necessary>) {
  return fields::List{
      fields::required("necessary", &Necessary::piece),
      fields::required("pass", &Necessary::pass),
      fields::required("alternative", &Necessary::alternative),
  };
}

constexpr auto fields_of(fields::Type<Best>) {
  return fields::List{
      fields::required("key", &Best::key),
      fields::required("candidate", &Best::candidate),
  };
}

constexpr auto fields_of(fields::Type<ByCatch>) {
  return fields::List{
      fields::required("signature", &ByCatch::signature),
      fields::required("candidate", &ByCatch::candidate),
  };
}

}  // namespace gridlock::minimizer
