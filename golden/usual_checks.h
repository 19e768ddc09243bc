// The verdicts that the tests of other projects would give on the losses of two training runs, for
// comparison with gridlock's own verdict (gridlock selftest).
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
