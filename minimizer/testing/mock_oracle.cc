#include "minimizer/testing/mock_oracle.h"

#include <algorithm>

namespace gridlock::minimizer::testing {

void MockOracle::submit(Ticket ticket, const Candidate& candidate) {
  Answer answer = mock_.judge(candidate);
  if (answer.verdict == Verdict::kSame && mock_.rate < 1 && !random_.chance(mock_.rate))
    answer = {Verdict::kPasses, answer.seconds, {}, 0, 1, ""};
  const std::string asked = std::to_string(candidate.launch.ranks) + " ranks: " + candidate.text;
  running_[ticket] = {asked, answer, now_ + answer.seconds};
}

std::optional<Reply> MockOracle::wait(std::chrono::milliseconds) {
  const auto first = std::ranges::min_element(
      running_, {}, [](const auto& run) { return std::pair(run.second.end, run.first); });
  if (first == running_.end()) return {};
  const auto run = running_.extract(first);
  now_ = std::max(now_, run.mapped().end);
  asked_.push_back(run.mapped().asked);
  if (!seen_.insert(run.mapped().asked).second) ++duplicates_;
  return Reply{run.key(), run.mapped().answer};
}

}  // namespace gridlock::minimizer::testing
