#include "golden/usual_checks.h"

#include <array>
#include <cmath>

namespace gridlock::golden {
namespace {

using Losses = std::span<const double>;

bool close(double left, double right, double relative, double absolute) {
  return std::abs(left - right) <= absolute + relative * std::abs(right);
}

bool all_close(Losses left, Losses right, double relative, double absolute) {
  if (left.empty() || left.size() != right.size()) return false;
  for (std::size_t i = 0; i < left.size(); ++i)
    if (!close(left[i], right[i], relative, absolute)) return false;
  return true;
}

bool final_loss_within_5_percent(Losses left, Losses right) {
  return !left.empty() && !right.empty() && close(left.back(), right.back(), 0.05, 0);
}

bool each_loss_within_5_percent(Losses left, Losses right) {
  return all_close(left, right, 0.05, 0);
}

bool each_loss_allclose(Losses left, Losses right) {
  return all_close(left, right, 1e-5, 1e-8);
}

constexpr std::array kChecks = {
    UsualCheck{"final 5 %", "a look at the final losses, as in torchtitan's docs/converging.md",
               final_loss_within_5_percent},
    UsualCheck{"each 5 %", "Megatron-LM, tests/functional_tests: ApproximateTest(rtol=0.05)",
               each_loss_within_5_percent},
    UsualCheck{"allclose", "torch.allclose() with its defaults, of each loss", each_loss_allclose}};

}  // namespace

std::span<const UsualCheck> usual_checks() {
  return kChecks;
}

}  // namespace gridlock::golden
