#include "minimizer/ranks/pair_oracle.h"

#include <utility>

namespace gridlock::minimizer {
namespace {

using std::chrono::milliseconds;

Answer passes(std::string reason) {
  Answer answer;
  answer.verdict = Verdict::kPasses;
  answer.reason = std::move(reason);
  return answer;
}

}  // namespace

void PairOracle::submit(Ticket ticket, const Candidate& candidate) {
  run_next({ticket, candidate, {}, 0});
}

void PairOracle::run_next(Pair pair) {
  Candidate side = pair.candidate;
  auto& words = side.launch.arguments;
  words.insert(words.end(), comparison_.arguments.begin(), comparison_.arguments.end());
  if (pair.runs.size() % 2 == 1)
    words.insert(words.end(), comparison_.control.begin(), comparison_.control.end());
  runs_.submit(next_, side);
  pairs_.emplace(next_++, std::move(pair));
}

std::optional<Reply> PairOracle::wait(milliseconds at_most) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + at_most;
  while (true) {
    const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
    const auto run = runs_.wait(std::max(milliseconds(0), left));
    if (!run) return std::nullopt;
    auto node = pairs_.extract(run->ticket);
    if (node.empty()) continue;
    if (auto reply = take(std::move(node.mapped()), *run)) return reply;
  }
}

// The reply, or nothing where another run is needed, which is then under way.
std::optional<Reply> PairOracle::take(Pair pair, const Reply& run) {
  pair.seconds += run.answer.seconds;
  std::optional<Answer> answer;
  if (run.answer.verdict == Verdict::kPasses) {
    pair.runs.push_back(numbers_in(run.output));
    answer = answer_of(pair);
  } else {
    answer = run.answer;  // it hangs, crashes, …
  }
  if (!answer) {
    run_next(std::move(pair));
    return std::nullopt;
  }
  answer->seconds = pair.seconds;
  return Reply{pair.ticket, *answer, run.output};
}

std::optional<Answer> PairOracle::answer_of(const Pair& pair) const {
  if (pair.runs[0].empty()) return passes("it prints no numbers");
  if (comparison_.control.empty()) {
    const auto found = find_not_finite(pair.runs[0]);
    return found ? wrong(*found) : passes("its numbers are finite");
  }
  if (pair.runs.size() < 2) return std::nullopt;
  const auto found = compare(pair.runs[0], pair.runs[1], comparison_);
  if (!found) return passes("both sides train the same numbers");
  const Answer answer = wrong(*found);
  if (answer.verdict != Verdict::kSame) return answer;
  if (pair.runs.size() < 4) return std::nullopt;
  return trains_the_same_again(pair) ? answer : passes("it trains other numbers each time");
}

bool PairOracle::trains_the_same_again(const Pair& pair) const {
  return !compare(pair.runs[0], pair.runs[2], comparison_) &&
         !compare(pair.runs[1], pair.runs[3], comparison_);
}

Answer PairOracle::wrong(const WrongNumber& number) const {
  Answer answer;
  const bool same = wanted_.fields.empty() || wanted_ == number.signature;
  answer.verdict = same ? Verdict::kSame : Verdict::kDifferent;
  answer.failures = same ? 1 : 0;
  answer.seen = number.signature;
  answer.reason = number.sentence;
  return answer;
}

void PairOracle::cancel(Ticket ticket) {
  for (auto at = pairs_.begin(); at != pairs_.end(); ++at) {
    if (at->second.ticket != ticket) continue;
    runs_.cancel(at->first);
    pairs_.erase(at);
    return;
  }
}

}  // namespace gridlock::minimizer
