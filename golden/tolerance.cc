#include "golden/tolerance.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gridlock::golden {
namespace {

// The strictest row is first. The bounds are six to forty times the largest difference seen over 3
// steps of cases/dense on CPUs, with 312 eager and 24 compiled cells. The differences of losses and
// gradient norms were 1.6e-7 and 8.7e-8 for fp32, 1.4e-5 and 3.1e-5 for fp16, and 7.9e-5 and 2.4e-4
// for bf16. On one and two H200 GPUs, the default matrix had no larger differences. TF32 has as
// many digits as fp16. If Inductor leaves out roundings, cells with 8-bit products differ by 3.5e-4
// and 1.0e-3.
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
