// Describes the fields of run.json. The file may have further fields.
#pragma once

#include "harness/fields/description.h"
#include "harness/run/identity.h"

namespace gridlock::run {

constexpr auto fields_of(fields::Type<Identity>) {
  return fields::OpenList{
      fields::required("matrix", &Identity::matrix),
      fields::usual("file", &Identity::file),
      fields::usual("strength", &Identity::strength),
      fields::usual("select", &Identity::select),
      fields::usual("failures_of", &Identity::failures_of),
      fields::usual("causes_of", &Identity::causes_of),
      fields::usual("seed", &Identity::seed),
      fields::usual("steps", &Identity::steps),
      fields::required("began", &Identity::began),
      fields::optional("case_folders", &Identity::case_folders),
      fields::optional("code", &Identity::code),
  };
}

}  // namespace gridlock::run
