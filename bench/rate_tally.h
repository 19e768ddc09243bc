// Counts how often healthy numbers differ by more than the bounds for high rates of false alarms
// allow. Alarms at the rate of relations (golden::kFalseAlarms) are too rare to count. At a high
// rate, the share of such numbers must not exceed the rate.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "harness/verdict/record.h"

namespace gridlock::bench {

class RateTally {
 public:
  // Adds the numbers that a relation compared. `measured` is the reference that was trained with
  // random rounding. A series without a measured spread is not counted.
  void add(const verdict::Comparison& comparison, const verdict::CellRecord& record,
           const verdict::CellRecord& partner, const verdict::CellRecord& measured);

  // Returns a heading and a line for each rate, or "" if no number was compared.
  std::string describe() const;

 private:
  static constexpr std::array kRates = {0.1, 0.01, 0.001};

  std::size_t numbers_ = 0;
  std::array<std::size_t, kRates.size()> beyond_ = {};  // for each rate
};

}  // namespace gridlock::bench
