#include "harness/cli/selftest_wrong.h"

#include "golden/parting.h"
#include "golden/parting_words.h"
#include "golden/usual_checks.h"

namespace gridlock::cli {
namespace {

std::vector<double> losses_of(const verdict::CellRecord& record) {
  return record.reports.empty() ? std::vector<double>{} : record.reports.front().losses;
}

std::vector<int> ranks_of(const std::map<int, std::uint64_t>& counts) {
  std::vector<int> ranks;
  for (const auto& [rank, count] : counts) ranks.push_back(rank);
  return ranks;
}

void set_place(WrongNumbers& wrong, const golden::Parting& parting) {
  const auto& first = parting.first;
  const auto& ranks = parting.left_ranks;
  if (ranks) {
    wrong.at = golden::sentence(ranks->tap);
    wrong.ranks = {ranks->replica.rank};
  } else if (first) {
    wrong.at = golden::sentence(first->tap);
    wrong.ranks = ranks_of(first->left_ranks);
  }
}

}  // namespace

WrongNumbers examine(const TappedCell& wrong, const TappedCell& right, bool exact) {
  WrongNumbers result;
  for (const golden::UsualCheck& check : golden::usual_checks())
    result.usual.push_back(!check.holds(losses_of(wrong.record), losses_of(right.record)));
  try {
    const auto measure = exact ? golden::Measure::kBits : golden::Measure::kRoundings;
    set_place(result, golden::find_parting(golden::Taps(wrong.taps), golden::Taps(right.taps),
                                           {measure, true}));
  } catch (const golden::TapsError& error) {
    result.at = error.what();
  }
  return result;
}

}  // namespace gridlock::cli
