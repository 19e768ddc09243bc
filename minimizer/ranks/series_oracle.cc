#include "minimizer/ranks/series_oracle.h"

#include <algorithm>
#include <utility>

namespace gridlock::minimizer {

using std::chrono::milliseconds;

void SeriesOracle::submit(Ticket ticket, const Candidate& candidate) {
  run_next({ticket, candidate, {}, 0});
}

void SeriesOracle::run_next(Series series) {
  runs_.submit(next_, next_run(series.candidate, series.outputs));
  open_.emplace(next_++, std::move(series));
}

std::optional<Reply> SeriesOracle::wait(milliseconds at_most) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + at_most;
  while (true) {
    const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
    const auto run = runs_.wait(std::max(milliseconds(0), left));
    if (!run) return std::nullopt;
    auto node = open_.extract(run->ticket);
    if (node.empty()) continue;
    if (auto reply = take(std::move(node.mapped()), *run)) return reply;
  }
}

// Returns the reply. If another run is needed, starts the run and returns nullopt.
std::optional<Reply> SeriesOracle::take(Series series, const Reply& run) {
  series.seconds += run.answer.seconds;
  series.outputs.push_back(run.output);
  const bool passes = run.answer.verdict == Verdict::kPasses;
  std::optional<Answer> answer = passes ? answer_of(series.outputs) : run.answer;
  if (!answer) {
    run_next(std::move(series));
    return std::nullopt;
  }
  answer->seconds = series.seconds;
  return Reply{series.ticket, *answer, shown(run.output)};
}

void SeriesOracle::cancel(Ticket ticket) {
  const auto at =
      std::ranges::find(open_, ticket, [](const auto& entry) { return entry.second.ticket; });
  if (at == open_.end()) return;
  runs_.cancel(at->first);
  open_.erase(at);
}

Answer SeriesOracle::fails(const Signature& seen, const std::string& reason) const {
  Answer answer;
  const bool same = wanted_.fields.empty() || wanted_ == seen;
  answer.verdict = same ? Verdict::kSame : Verdict::kDifferent;
  answer.failures = same ? 1 : 0;
  answer.seen = seen;
  answer.reason = reason;
  return answer;
}

Answer SeriesOracle::passes(const std::string& reason) {
  Answer answer;
  answer.verdict = Verdict::kPasses;
  answer.reason = reason;
  return answer;
}

}  // namespace gridlock::minimizer
