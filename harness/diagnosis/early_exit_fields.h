// The JSON field names of early exits.
#pragma once

#include "harness/diagnosis/early_exit.h"
#include "harness/fields/description.h"

namespace gridlock::diagnosis {

constexpr auto fields_of(fields::Type<EarlyExit>) {
  using fields::required;
  return fields::OpenList{
      required("ranks", &EarlyExit::ranks),
      required("sentence", &EarlyExit::sentence),
      required("signature", &EarlyExit::signature),
  };
}

}  // namespace gridlock::diagnosis
