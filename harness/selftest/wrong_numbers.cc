#include "harness/selftest/wrong_numbers.h"

#include "golden/numeric_divergence.h"
#include "golden/numeric_divergence_text.h"
#include "golden/usual_checks.h"

namespace gridlock::selftest {
namespace {

std::vector<double> losses_of(const verdict::CellRecord& record) {
  return record.reports.empty() ? std::vector<double>{} : record.reports.front().losses;
}

std::vector<int> ranks_of(const std::map<int, std::uint64_t>& counts) {
  std::vector<int> ranks;
  for (const auto& [rank, count] : counts) ranks.push_back(rank);
  return ranks;
}

void set_place(WrongNumbers& wrong, const golden::NumericDivergence& divergence) {
  const auto& first = divergence.first;
  const auto& ranks = divergence.left_ranks;
  if (ranks) {
    wrong.at = golden::location_text(ranks->key);
    wrong.ranks = {ranks->replica.rank};
  } else if (first) {
    wrong.at = golden::location_text(first->key);
    wrong.ranks = ranks_of(first->left_ranks);
  }
}

}  // namespace

WrongNumbers examine(const TracedCell& wrong, const TracedCell& right, bool exact) {
  WrongNumbers result;
  for (const golden::UsualCheck& check : golden::usual_checks())
    result.usual.push_back(!check.holds(losses_of(wrong.record), losses_of(right.record)));
  try {
    const auto mode = exact ? golden::CompareMode::kBits : golden::CompareMode::kRoundings;
    set_place(result,
              golden::find_numeric_divergence(golden::TensorTrace(wrong.trace),
                                              golden::TensorTrace(right.trace), {mode, true}));
  } catch (const golden::TensorTraceError& error) {
    result.at = error.what();
  }
  return result;
}

}  // namespace gridlock::selftest
