#include "minimizer/ranks/pair_oracle.h"

namespace gridlock::minimizer {

Candidate PairOracle::next_run(const Candidate& candidate, const Outputs& outputs) const {
  Candidate side = candidate;
  auto& words = side.launch.arguments;
  words.insert(words.end(), comparison_.arguments.begin(), comparison_.arguments.end());
  if (outputs.size() % 2 == 1)
    words.insert(words.end(), comparison_.control.begin(), comparison_.control.end());
  return side;
}

std::optional<Answer> PairOracle::answer_of(const Outputs& outputs) const {
  std::vector<Numbers> runs;
  for (const std::string& output : outputs) runs.push_back(numbers_in(output));
  if (runs[0].empty()) return passes("it prints no numbers");
  if (comparison_.control.empty()) {
    const auto found = find_not_finite(runs[0]);
    return found ? fails(found->signature, found->sentence) : passes("its numbers are finite");
  }
  if (runs.size() < 2) return std::nullopt;
  const auto found = compare(runs[0], runs[1], comparison_);
  if (!found) return passes("it prints the same numbers as its control");
  const Answer answer = fails(found->signature, found->sentence);
  if (answer.verdict != Verdict::kSame) return answer;
  if (runs.size() < 4) return std::nullopt;
  const bool again =
      !compare(runs[0], runs[2], comparison_) && !compare(runs[1], runs[3], comparison_);
  return again ? answer : passes("the numbers differ from run to run");
}

}  // namespace gridlock::minimizer
