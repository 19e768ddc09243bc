// Findings as JSON: what each field is called.
#pragma once

#include <optional>

#include "harness/diagnosis/hang.h"
#include "harness/fields/description.h"

namespace gridlock::diagnosis {

// Null without a proof.
struct Latency {
  using Written = std::optional<double>;
  static Written write(double ms) { return ms < 0 ? Written() : Written(ms); }
  static double read(Written ms) { return ms.value_or(-1); }
};

constexpr auto fields_of(fields::Type<Hang>) {
  return fields::OpenList{
      fields::required("verdict", &Hang::verdict),
      fields::usual("class", &Hang::hang_class),
      fields::usual("ranks", &Hang::ranks),
      fields::usual("waiting_for", &Hang::waiting_for),
      fields::usual("sentence", &Hang::sentence),
      fields::usual("rule", &Hang::rule),
      fields::usual("signature", &Hang::signature),
      fields::usual<Latency>("latency_ms", &Hang::latency_ms),
      fields::usual("proved", &Hang::proved),
      fields::usual("doubt", &Hang::doubt),
  };
}

}  // namespace gridlock::diagnosis
