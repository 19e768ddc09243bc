// Which part of the compiler does a script need to fail? Measured and asked on real ranks.
//
//   search/   in the job's folder: what has been answered (state.h); an interrupted one goes on
#pragma once

#include <functional>
#include <stop_token>

#include "minimizer/ablation/ablation.h"
#include "minimizer/ranks/minimization.h"

namespace gridlock::minimizer {

enum class AblationOutcome {
  kDone,
  kUncompiled,  // the script never calls torch.compile
  kPasses,      // nothing to ablate
  kFlaky,       // it fails now and then, and Job::flaky is false
  kTooSlow,     // still busy after Job::longest_run
  kStopped,     // interrupted: what is known by then
  kBudget,      // the budget is spent: what is known by then
};

struct Ablated {
  AblationOutcome outcome = AblationOutcome::kDone;
  Measured measured;
  Survey survey;
  Ablation ablation;
  int asked = 0, cached = 0;  // answers, and questions answered by an earlier sitting
  double seconds = 0;         // since the script was measured
};

struct ScriptAblationListener {
  std::function<void()> on_measuring;  // torch is being imported, then the script runs
  std::function<void(const Measured&, const Survey&)> on_measured;
  AblationListener searches;
};

// Throws StateError, and std::runtime_error where torch cannot be imported.
Ablated ablate_script(const Job& job, const Programs& programs,
                      const ScriptAblationListener& listener, std::stop_token stop);

// How the script fails, if it does, as measured before an ablation; `programs` may be those of
// another version of torch.
Measured measure_script(const Job& job, const Programs& programs, const std::stop_token& stop);

}  // namespace gridlock::minimizer
