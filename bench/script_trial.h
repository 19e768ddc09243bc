// Measures and minimizes a script on real ranks. The smallest form of the script is known. Works as
// `gridlock minimize` does, but writes no files and starts no fresh interpreters.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/run/fork_server.h"
#include "minimizer/engine.h"
#include "minimizer/oracle.h"
#include "minimizer/ranks/measurement.h"
#include "minimizer/ranks/minimization.h"
#include "minimizer/ranks/script_oracle.h"
#include "minimizer/script_worker.h"

namespace gridlock::bench {

// A problem from minimizer/testing/scripts/generate.py.
struct ScriptProblem {
  std::string name;
  int ranks = 1, fewest_ranks = 1;
  std::string script, optimum;
  bool numbers = false;  // the failure is wrong numerical results
  // Arguments with which the script computes right results. "" if the results need no comparison,
  // because they are not finite.
  std::string control;
};

class ScriptTrial {
 public:
  // Takes the problem to measure. `problem` and `server` must outlive this object.
  ScriptTrial(const ScriptProblem& problem, const minimizer::Programs& programs,
              run::ForkServer& server);

  const minimizer::Candidate& original() const { return original_; }
  // Runs the candidate several times and returns how it fails.
  minimizer::Measured measured(const minimizer::Candidate& candidate);
  // Minimizes the original, which fails as `measured` says.
  minimizer::Result search(const minimizer::Measured& measured);
  // Returns, for every hang proved in the search, the milliseconds from the last event to the
  // proof.
  const std::vector<double>& proofs_ms() const { return proofs_ms_; }

 private:
  // Calls `work` with an oracle that runs candidates within `limits` and looks for `wanted`.
  void with_limits(const minimizer::Signature& wanted, const minimizer::ScriptLimits& limits,
                   const std::function<void(minimizer::Oracle&)>& work);

  const ScriptProblem& problem_;
  run::ForkServer& server_;
  std::shared_ptr<minimizer::ScriptWorker> worker_;
  minimizer::Candidate original_;
  std::vector<double> proofs_ms_;
};

}  // namespace gridlock::bench
