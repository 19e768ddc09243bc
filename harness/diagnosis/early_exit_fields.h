// Describes the JSON fields of early exits.
#pragma once

#include "harness/diagnosis/early_exit.h"
#include "harness/fields/description.h"

namespace gridlock::diagnosis {

constexpr auto fields_of(fields::Type<EarlyExit>) {
  using fields::required;
  return fields::OpenList{
      required("ranks", &EarlyExit::ranks, "the ranks that ended"),
      required("sentence", &EarlyExit::sentence, "what happened, in one line"),
      required("signature", &EarlyExit::signature,
               "a text that is the same in all runs with this failure"),
  };
}

}  // namespace gridlock::diagnosis
