// Findings as JSON: what each field is called.
#pragma once

#include <optional>

#include "harness/diagnosis/hang.h"
#include "harness/fields/description.h"

namespace gridlock::diagnosis {

using fields::OpenList;
using fields::required;
using fields::Type;
using fields::usual;

// Null without a proof.
struct Latency {
  using Written = std::optional<double>;
  static Written write(double ms) { return ms < 0 ? Written() : Written(ms); }
  static double read(Written ms) { return ms.value_or(-1); }
};

constexpr auto fields_of(Type<Hang>) {
  return OpenList{
      required("verdict", &Hang::verdict),  usual("class", &Hang::hang_class),
      usual("ranks", &Hang::ranks),         usual("waiting_for", &Hang::waiting_for),
      usual("sentence", &Hang::sentence),   usual("rule", &Hang::rule),
      usual("signature", &Hang::signature), usual<Latency>("latency_ms", &Hang::latency_ms),
      usual("proved", &Hang::proved),       usual("doubt", &Hang::doubt),
  };
}

}  // namespace gridlock::diagnosis
