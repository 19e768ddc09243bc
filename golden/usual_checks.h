// Compares the losses of two training runs in the way of other projects' tests. `gridlock selftest`
// compares these verdicts with gridlock's own.
#pragma once

#include <span>

namespace gridlock::golden {

struct UsualCheck {
  const char* name;
  const char* used_by;
  bool (*holds)(std::span<const double> left, std::span<const double> right);
};

std::span<const UsualCheck> usual_checks();

}  // namespace gridlock::golden
