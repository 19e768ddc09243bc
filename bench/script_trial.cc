#include "bench/script_trial.h"

#include <algorithm>
#include <optional>

#include "minimizer/ranks/compared_oracle.h"
#include "minimizer/ranks/failure.h"
#include "minimizer/repeated_oracle.h"
#include "minimizer/script_passes.h"

namespace gridlock::bench {
namespace {

constexpr double kLongestRun = 120;  // time limit for measuring a script, in seconds
constexpr int kLeastRuns = 3, kMostRuns = 5;

std::optional<minimizer::Comparison> comparison_of(const ScriptProblem& problem) {
  if (!problem.numbers) return std::nullopt;
  minimizer::Comparison comparison;
  if (!problem.control.empty()) comparison.control = {problem.control};
  return comparison;
}

// An oracle that records how soon hangs are proved.
class ProofTimer : public minimizer::Oracle {
 public:
  ProofTimer(minimizer::Oracle& oracle, std::vector<double>& proofs_ms)
      : oracle_(oracle), proofs_ms_(proofs_ms) {}

  int slots() const override { return oracle_.slots(); }
  void submit(minimizer::Ticket ticket, const minimizer::Candidate& candidate) override {
    oracle_.submit(ticket, candidate);
  }
  std::optional<minimizer::Reply> wait(std::chrono::milliseconds at_most) override {
    const auto reply = oracle_.wait(at_most);
    if (reply && reply->answer.proved_ms > 0) proofs_ms_.push_back(reply->answer.proved_ms);
    return reply;
  }
  void cancel(minimizer::Ticket ticket) override { oracle_.cancel(ticket); }

 private:
  minimizer::Oracle& oracle_;
  std::vector<double>& proofs_ms_;
};

}  // namespace

ScriptTrial::ScriptTrial(const ScriptProblem& problem, const minimizer::Programs& programs,
                         run::ForkServer& server)
    : problem_(problem),
      server_(server),
      worker_(std::make_shared<minimizer::ScriptWorker>(programs.python, programs.package)),
      original_{problem.script, {problem.ranks, {}, {}}} {}

minimizer::Measured ScriptTrial::measured(const minimizer::Candidate& candidate) {
  minimizer::Measured measured;
  with_limits({}, {.seconds = kLongestRun, .quiet_seconds = kLongestRun},
              [&](minimizer::Oracle& oracle) {
                measured = minimizer::measure(oracle, candidate, kLeastRuns, kMostRuns);
              });
  return measured;
}

minimizer::Result ScriptTrial::search(const minimizer::Measured& measured) {
  const minimizer::ScriptLimits limits{.seconds = std::max(10.0, 4 * measured.seconds),
                                       .quiet_seconds = std::max(5.0, measured.seconds)};
  minimizer::Result result;
  with_limits(*measured.signature, limits, [&](minimizer::Oracle& once) {
    const minimizer::Problem problem{original_, canonical_form(*worker_, original_.text),
                                     *measured.signature, answer_of(measured)};
    ProofTimer noting(once, proofs_ms_);
    minimizer::RepeatedOracle repeated(noting, repetitions_for(measured));
    const auto passes =
        minimizer::script_passes(worker_, minimizer::hangs_in_calls(problem.signature));
    result = minimizer::minimize(problem, passes, repeated);
  });
  return result;
}

void ScriptTrial::with_limits(const minimizer::Signature& wanted,
                              const minimizer::ScriptLimits& limits,
                              const std::function<void(minimizer::Oracle&)>& work) {
  minimizer::Compared<minimizer::ScriptOracle> ranks(
      limits, {.comparison = comparison_of(problem_)}, wanted,
      [&](const minimizer::ScriptLimits& own) {
        return minimizer::ScriptOracle(server_, wanted, own);
      });
  work(ranks.get());
}

}  // namespace gridlock::bench
