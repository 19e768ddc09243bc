#include "golden/tolerance.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gridlock::golden {
namespace {

// Strictest first. The mantissas have 24, 11 and 8 bits; a toy model's loss is near 5.
constexpr std::array<Tolerance, 3> kTolerances = {{
    {"fp32", {.relative = 2e-5}, {.relative = 2e-4}},
    {"fp16", {.relative = 4e-3}, {.relative = 2e-2}},
    {"bf16", {.relative = 2e-2}, {.relative = 6e-2}},
}};

}  // namespace

double Bound::allowed(double left, double right, std::size_t step) const {
  const double size = std::max(std::abs(left), std::abs(right));
  const double later_steps = step > 1 ? static_cast<double>(step - 1) : 0.0;
  return (absolute + relative * size) * (1 + growth_per_step * later_steps);
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
