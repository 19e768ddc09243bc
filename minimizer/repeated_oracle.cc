#include "minimizer/repeated_oracle.h"

#include <algorithm>

namespace gridlock::minimizer {
namespace {

// Returns true for a verdict that does not depend on chance, so one run is enough.
bool is_decisive(Verdict verdict) {
  return verdict == Verdict::kInvalid || !is_lasting(verdict);
}

}  // namespace

RepeatedOracle::RepeatedOracle(Oracle& once, const RepetitionLimits& limits)
    : once_(once), limits_(limits) {
  SequentialTest{limits};  // throws for invalid limits
}

void RepeatedOracle::submit(Ticket ticket, const Candidate& candidate) {
  Answer total{Verdict::kPasses, 0, {}, 0, 0, ""};
  repetitions_.insert_or_assign(ticket, Repetition{candidate, SequentialTest(limits_), total});
  start_run(ticket);
}

void RepeatedOracle::start_run(Ticket ticket) {
  Repetition& repetition = repetitions_.at(ticket);
  repetition.run = ++last_run_;
  of_run_[repetition.run] = ticket;
  once_.submit(repetition.run, repetition.candidate);
}

std::optional<Reply> RepeatedOracle::wait(std::chrono::milliseconds at_most) {
  const auto deadline = std::chrono::steady_clock::now() + at_most;
  do {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    const auto run = once_.wait(std::max(left, std::chrono::milliseconds(0)));
    if (!run) return {};
    const auto ticket = of_run_.extract(run->ticket);
    if (!ticket) continue;
    Repetition& repetition = repetitions_.at(ticket.mapped());
    if (const auto answer = add(repetition, run->answer)) {
      repetitions_.erase(ticket.mapped());
      return Reply{ticket.mapped(), *answer};
    }
    start_run(ticket.mapped());
  } while (std::chrono::steady_clock::now() < deadline);
  return {};
}

void RepeatedOracle::cancel(Ticket ticket) {
  const auto repetition = repetitions_.extract(ticket);
  if (!repetition) return;
  of_run_.erase(repetition.mapped().run);
  once_.cancel(repetition.mapped().run);
}

std::optional<Answer> RepeatedOracle::add(Repetition& repetition, const Answer& run) const {
  Answer& total = repetition.total;
  total.seconds += run.seconds;
  ++total.runs;
  const bool failed = run.verdict == Verdict::kSame;
  total.failures += failed;
  // A failure of another kind is reported only if no run shows the problem's failure.
  if (run.seen && (failed || total.failures == 0)) total.seen = run.seen;
  if (run.verdict == Verdict::kDifferent) total.verdict = Verdict::kDifferent;
  if (is_decisive(run.verdict)) {
    total.verdict = run.verdict;
    total.reason = run.reason;
    return total;
  }
  repetition.test.add(failed);
  const auto fails = repetition.test.decision();
  if (!fails && !repetition.test.exhausted()) return {};
  if (!fails) total.verdict = Verdict::kFlaky;
  if (fails && *fails) total.verdict = Verdict::kSame;
  return total;
}

Answer measure_rate(Oracle& once, const Candidate& candidate, int runs,
                    const std::stop_token& stop) {
  Answer total{Verdict::kPasses, 0, {}, 0, 0, ""};
  for (Ticket ticket = 1; total.runs < runs; ++ticket) {
    once.submit(ticket, candidate);
    std::optional<Reply> reply;
    while (!reply && !stop.stop_requested()) reply = once.wait(std::chrono::milliseconds(100));
    if (!reply) {
      once.cancel(ticket);
      return total;
    }
    ++total.runs;
    total.seconds += reply->answer.seconds;
    if (reply->answer.verdict != Verdict::kSame) continue;
    ++total.failures;
    total.verdict = Verdict::kSame;
    total.seen = reply->answer.seen;
  }
  return total;
}

}  // namespace gridlock::minimizer
