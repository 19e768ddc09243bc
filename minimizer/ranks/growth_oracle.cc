#include "minimizer/ranks/growth_oracle.h"

#include <algorithm>

#include "minimizer/ranks/graph_oracle.h"

namespace gridlock::minimizer {

using std::chrono::milliseconds;

void GrowthOracle::submit(Ticket ticket, const Candidate& candidate) {
  run_next({ticket, candidate, {}, 0});
}

void GrowthOracle::run_next(Measuring measuring) {
  Candidate sized = measuring.candidate;
  sized.launch = with_size(sized.launch, measuring.small_seconds ? growth_.large : growth_.small);
  sized.launch.environment.emplace_back(kCountGraphs, "1");
  runs_.submit(next_, sized);
  measured_.emplace(next_++, std::move(measuring));
}

std::optional<Reply> GrowthOracle::wait(milliseconds at_most) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + at_most;
  while (true) {
    const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
    auto run = runs_.wait(std::max(milliseconds(0), left));
    if (!run) return std::nullopt;
    auto node = measured_.extract(run->ticket);
    if (node.empty()) continue;
    if (auto reply = take(std::move(node.mapped()), std::move(*run))) return reply;
  }
}

// The reply, or nothing where the large size has to be run, which is then under way.
std::optional<Reply> GrowthOracle::take(Measuring measuring, Reply run) {
  measuring.seconds += run.answer.seconds;
  run.ticket = measuring.ticket;
  run.answer.seconds = measuring.seconds;
  if (run.answer.verdict != Verdict::kPasses) return run;  // it hangs, crashes, …
  const auto seconds = compile_seconds_in(run.output);
  run.output = without_reports(run.output);
  if (!seconds) {
    run.answer.reason = "it compiles nothing";
    return run;
  }
  if (!measuring.small_seconds) {
    measuring.small_seconds = seconds;
    run_next(std::move(measuring));
    return std::nullopt;
  }
  run.answer.reason = growth_words(*measuring.small_seconds, *seconds, growth_);
  const auto found = find_explosion(*measuring.small_seconds, *seconds, growth_);
  if (!found) return run;
  const bool same = wanted_.fields.empty() || wanted_ == *found;
  run.answer.verdict = same ? Verdict::kSame : Verdict::kDifferent;
  run.answer.failures = same ? 1 : 0;
  run.answer.seen = found;
  return run;
}

void GrowthOracle::cancel(Ticket ticket) {
  const auto at =
      std::ranges::find(measured_, ticket, [](const auto& entry) { return entry.second.ticket; });
  if (at == measured_.end()) return;
  runs_.cancel(at->first);
  measured_.erase(at);
}

}  // namespace gridlock::minimizer
