#include "bench/pair_tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "golden/compare.h"
#include "golden/numeric_divergence_text.h"
#include "golden/usual_checks.h"
#include "harness/text/columns.h"
#include "harness/text/quantity.h"

namespace gridlock::bench {
namespace {

using verdict::CellRecord;

const CellRecord* find(const std::vector<CellRecord>& run, const std::string& cell) {
  const auto found = std::ranges::find(run, cell, &CellRecord::cell);
  return found == run.end() ? nullptr : &*found;
}

const std::vector<double>& losses_of(const CellRecord& record) {
  return record.reports.front().losses;
}

}  // namespace

PairTally::PairTally() : usual_(golden::usual_checks().size()) {}

void PairTally::add(const CellRecord& record, const std::vector<CellRecord>& run) {
  if (record.verdict != verdict::Verdict::kPass) alarm(record.cell, record.sentence);
  std::set<std::string> partners;
  for (const verdict::Comparison& comparison : record.comparisons) {
    partners.insert(comparison.partner);
    ++series_;
    const double share = golden::used({0, comparison.difference, comparison.allowed});
    most_of_series_ = std::max(most_of_series_, share);
    const CellRecord* partner = find(run, comparison.partner);
    const CellRecord* measured = find(run, comparison.measured_on);
    if (partner && measured) rates_.add(comparison, record, *partner, *measured);
  }
  pairs_ += partners.size();
  for (const std::string& partner : partners) {
    const CellRecord* other = find(run, partner);
    if (other == nullptr || record.reports.empty() || other->reports.empty()) continue;
    for (std::size_t i = 0; i < usual_.size(); ++i)
      usual_[i] += !golden::usual_checks()[i].holds(losses_of(record), losses_of(*other));
  }
}

void PairTally::add(const std::string& cell, const golden::NumericDivergence& divergence) {
  tensors_ += divergence.compared;
  const auto& most = divergence.furthest();
  if (most) most_of_tensors_ = std::max(most_of_tensors_, most->excess());
  if (divergence.first) alarm(cell, golden::location_text(divergence.first->key));
}

void PairTally::alarm(const std::string& cell, const std::string& what) {
  alarms_.push_back(fmt::format("{}, {}: {}", run_, what, cell));
}

std::string PairTally::describe() const {
  std::string text;
  for (const std::string& alarm : alarms_)
    text += "false alarm: " + text::cut_middle(alarm, 87) + '\n';
  text += fmt::format("{}, {}\n", text::count_of(pairs_, "healthy pair"),
                      text::count_of(alarms_.size(), "false alarm"));
  constexpr const char* kRow = "  {:<26}{:>8}  {}\n";
  text += fmt::format(
      kRow, "losses and gradient norms", series_,
      fmt::format("series; the largest difference is {:.2f} of what is allowed", most_of_series_));
  if (tensors_ > 0)
    text += fmt::format(kRow, "tensor traces", tensors_,
                        fmt::format("tensors; the largest difference is {:.2f} of what is allowed",
                                    most_of_tensors_));
  text += rates_.describe();
  text += "Pairs that the checks of other projects would call wrong\n";
  for (std::size_t i = 0; i < usual_.size(); ++i)
    text += fmt::format(kRow, golden::usual_checks()[i].name, usual_[i],
                        golden::usual_checks()[i].used_by);
  return text;
}

}  // namespace gridlock::bench
