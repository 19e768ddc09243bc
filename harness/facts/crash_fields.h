// Describes the JSON fields of a crash.
#pragma once

#include "harness/facts/crash.h"
#include "harness/fields/description.h"

namespace gridlock::facts {

constexpr auto fields_of(fields::Type<Crash>) {
  return fields::OpenList{
      fields::required("class", &Crash::crash_class, "killed | raised | exited | exited early"),
      fields::optional("ranks", &Crash::ranks,
                       "the ranks at fault; absent for a command without ranks"),
      fields::required("sentence", &Crash::sentence, "what happened, in one line"),
      fields::required("signature", &Crash::signature,
                       "a text that is equal in all runs with the same crash"),
      fields::required("process", &Crash::process, "the id of the process that failed"),
      fields::optional("error", &Crash::error, "the first line of the exception"),
  };
}

}  // namespace gridlock::facts
