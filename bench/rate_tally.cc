#include "bench/rate_tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "golden/spread.h"
#include "harness/text/quantity.h"
#include "harness/verdict/agreement.h"

namespace gridlock::bench {
namespace {

constexpr auto kOther = golden::ComparedWith::kTraining;

std::optional<golden::Spread> spread_of(const verdict::CellRecord& measured, bool is_loss) {
  return verdict::spread_of(
      measured, is_loss ? &protocol::RoundedReport::losses : &protocol::RoundedReport::grad_norms,
      kOther);
}

}  // namespace

void RateTally::add(const verdict::Comparison& comparison, const verdict::CellRecord& record,
                    const verdict::CellRecord& partner, const verdict::CellRecord& measured) {
  const auto own = verdict::numbers(record), other = verdict::numbers(partner);
  if (!own || !other) return;
  const bool is_loss = comparison.series == "loss";
  const auto spread = spread_of(measured, is_loss);
  if (!spread) return;
  const auto series = is_loss ? &verdict::Numbers::losses : &verdict::Numbers::grad_norms;
  const std::vector<double>& a = (*own).*series;
  const std::vector<double>& b = (*other).*series;
  const std::size_t steps = std::min({a.size(), b.size(), spread->deviations.size()});
  for (std::size_t step = 0; step < steps; ++step) {
    ++numbers_;
    const double size = std::max(std::abs(a[step]), std::abs(b[step]));
    const double deviation = spread->deviations[step] * size;
    for (std::size_t i = 0; i < kRates.size(); ++i) {
      const double allowed = golden::allowed_deviations(spread->trainings - 1, kOther, kRates[i]);
      beyond_[i] += std::abs(a[step] - b[step]) > allowed * deviation;
    }
  }
}

std::string RateTally::describe() const {
  if (numbers_ == 0) return "";
  std::string text = "Numbers that bounds for a higher rate of false alarms would call wrong\n";
  for (std::size_t i = 0; i < kRates.size(); ++i) {
    const double share = static_cast<double>(beyond_[i]) / static_cast<double>(numbers_);
    text += fmt::format("  {:<26}{:>8}  of {}: {:.2g} %\n",
                        fmt::format("bounds for {:g} %", 100 * kRates[i]), beyond_[i],
                        text::thousands(numbers_), 100 * share);
  }
  return text;
}

}  // namespace gridlock::bench
