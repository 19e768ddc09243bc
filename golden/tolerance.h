// Bounds on the differences of losses and gradient norms between two runs of the same training, by
// precision. The bounds apply if no spread was measured (spread.h).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace gridlock::golden {

// Two numbers agree when |left - right| <= absolute + relative * max(|left|, |right|).
struct Bound {
  double relative = 0;
  double absolute = 0;
  // A lower limit of the relative part for each step; the last limit applies to all later steps.
  // The span points into a spread (spread.h), which must outlive the bound.
  std::span<const double> by_step = {};

  // Returns the largest allowed difference at `step`, which counts from 0.
  double allowed(double left, double right, std::size_t step) const;
};

struct Tolerance {
  std::string_view precision;  // a value of the axis `precision`
  Bound loss;
  Bound grad_norm;
};

std::span<const Tolerance> tolerances();

// Returns the row of `precision`, or null if the table has none.
const Tolerance* find_tolerance(std::string_view precision);

// Returns the row of `precision` or, for an unknown precision, the strictest row, so that every
// comparison has a bound.
const Tolerance& tolerance_or_strictest(std::string_view precision);

}  // namespace gridlock::golden
