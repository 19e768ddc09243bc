#include "golden/tolerance.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gridlock::golden {
namespace {

// The strictest row is first. The bounds are six to forty times the largest
// difference seen over 3 steps of cases/dense: 312 eager and 24 compiled cells on CPU (fp32 1.6e-7
// / 8.7e-8, fp16 1.4e-5 / 3.1e-5, bf16 7.9e-5 / 2.4e-4), and the default matrix on one and two H200
// (no larger). TF32 has as many digits as fp16; 8-bit products differ by 3.5e-4 / 1.0e-3 where
// Inductor leaves out roundings.
constexpr std::array<Tolerance, 5> kTolerances = {{
    {"fp32", {.relative = 1e-5}, {.relative = 1e-5}},
    {"tf32", {.relative = 1e-4}, {.relative = 3e-4}},
    {"fp16", {.relative = 1e-4}, {.relative = 3e-4}},
    {"bf16", {.relative = 5e-4}, {.relative = 2e-3}},
    {"fp8", {.relative = 5e-3}, {.relative = 2e-2}},
}};

}  // namespace

double Bound::allowed(double left, double right, std::size_t step) const {
  const double size = std::max(std::abs(left), std::abs(right));
  const double least = by_step.empty() ? 0 : by_step[std::min(step, by_step.size() - 1)];
  return absolute + std::max(relative, least) * size;
}

std::span<const Tolerance> tolerances() {
  return kTolerances;
}

const Tolerance* find_tolerance(std::string_view precision) {
  const auto* row = std::ranges::find(kTolerances, precision, &Tolerance::precision);
  return row == kTolerances.end() ? nullptr : row;
}

const Tolerance& tolerance_or_strictest(std::string_view precision) {
  const Tolerance* row = find_tolerance(precision);
  return row ? *row : kTolerances.front();
}

}  // namespace gridlock::golden
