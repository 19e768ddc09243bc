#include "minimizer/ranks/measurement.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "minimizer/ranks/growth.h"

namespace gridlock::minimizer {
namespace {

constexpr int kLeastRuns = 3, kMostRuns = 5, kFlakyRuns = 30;

std::optional<Reply> run_once(Oracle& oracle, Ticket ticket, const Candidate& candidate,
                              const std::stop_token& stop) {
  oracle.submit(ticket, candidate);
  while (!stop.stop_requested()) {
    if (const auto reply = oracle.wait(std::chrono::milliseconds(100))) return reply;
  }
  oracle.cancel(ticket);
  return {};
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

// Returns whether all runs so far showed the same failure.
bool agree(const std::map<Signature, std::vector<Reply>>& seen, int runs) {
  return seen.size() == 1 && seen.begin()->second.size() == static_cast<std::size_t>(runs);
}

}  // namespace

Measured measure(Oracle& oracle, const Candidate& candidate, int least, int most,
                 std::stop_token stop) {
  Measured measured;
  std::map<Signature, std::vector<Reply>> seen;
  std::vector<double> seconds;
  while (measured.runs < most && !(measured.runs >= least && agree(seen, measured.runs))) {
    const auto reply = run_once(oracle, static_cast<Ticket>(measured.runs), candidate, stop);
    if (!reply) break;
    const Answer& answer = reply->answer;
    ++measured.runs;
    seconds.push_back(answer.seconds);
    if (answer.verdict == Verdict::kSlow) ++measured.slow;
    if (answer.verdict == Verdict::kPasses) measured.sentence = answer.reason;
    if (answer.seen) seen[*answer.seen].push_back(*reply);
  }
  measured.seconds = median(std::move(seconds));
  const auto most_often =
      std::ranges::max_element(seen, {}, [](const auto& failure) { return failure.second.size(); });
  for (auto failure = seen.begin(); failure != seen.end(); ++failure) {
    if (failure != most_often) measured.others.push_back(failure->first);
  }
  if (most_often == seen.end()) return measured;
  measured.signature = most_often->first;
  measured.failures = static_cast<int>(most_often->second.size());
  measured.sentence = most_often->second.front().answer.reason;
  measured.output = most_often->second.front().output;
  return measured;
}

Measured measure_original(Oracle& oracle, const Candidate& original, bool flaky,
                          std::stop_token stop) {
  return measure(oracle, original, kLeastRuns, flaky ? kFlakyRuns : kMostRuns, std::move(stop));
}

namespace {

// Returns whether one answer is enough. For wrong numerical results, one answer already comes from
// two runs of the script and two of its control. An explosion is too large to be chance.
bool is_decided_at_once(const std::string& kind) {
  return kind == "wrong" || kind == kBlowup;
}

}  // namespace

RepetitionLimits repetitions_for(const Measured& measured) {
  RepetitionLimits limits;
  if (measured.always()) {
    limits.floor = is_decided_at_once(measured.signature->kind) ? 0.05 : 0.35;
    limits.error = 0.05;
    return limits;
  }
  limits.rate = wilson(measured.failures, measured.runs).low;
  limits.floor = std::min(limits.floor, limits.rate / 4);
  return limits;
}

Answer answer_of(const Measured& measured) {
  Answer answer;
  answer.verdict = Verdict::kSame;
  answer.seen = measured.signature;
  answer.failures = measured.failures;
  answer.runs = measured.runs;
  answer.seconds = measured.seconds;
  return answer;
}

}  // namespace gridlock::minimizer
