// Judges the losses of two training runs by the criteria of other projects' tests. `gridlock
// selftest` compares the results with gridlock's own verdicts.
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
