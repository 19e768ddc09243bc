// How far two runs of the same training may part where nobody has measured it (spread.h): bounds by
// precision, for losses and for gradient norms. One table; a row per precision.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace gridlock::golden {

// Two numbers agree when |left - right| <= absolute + relative * max(|left|, |right|).
struct Bound {
  double relative = 0;
  double absolute = 0;
  // The relative part is at least that of the step, the last one for all that follow: of a spread
  // (spread.h), which must live as long.
  std::span<const double> by_step = {};

  // The largest difference that is allowed at `step`, which counts from 0.
  double allowed(double left, double right, std::size_t step) const;
};

struct Tolerance {
  std::string_view precision;  // a value of the axis `precision`
  Bound loss;
  Bound grad_norm;
};

std::span<const Tolerance> tolerances();

// The row of `precision`, or null where the table has none.
const Tolerance* find_tolerance(std::string_view precision);

// The row of `precision`; for an unknown one the strictest, so that nothing passes unjudged.
const Tolerance& tolerance_or_strictest(std::string_view precision);

}  // namespace gridlock::golden
