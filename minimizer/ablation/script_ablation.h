// Finds the part of the compiler that a script's failure needs. The script runs on real ranks to be
// measured and to answer the questions.
//
//   search/   in the request's folder: the answers so far (state.h); used to resume a search
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
  kFlaky,       // fails now and then, and SearchRequest::flaky is false
  kTooSlow,     // still busy after SearchRequest::longest_run
  kStopped,     // interrupted; the results so far are returned
  kBudget,      // the budget is spent; the results so far are returned
};

struct Ablated {
  AblationOutcome outcome = AblationOutcome::kDone;
  Measured measured;
  Survey survey;
  Ablation ablation;
  int asked = 0, cached = 0;  // new answers, and answers from earlier runs of the search
  double seconds = 0;         // duration of the search, without the measurement
};

struct ScriptAblationListener {
  std::function<void()> on_measuring;  // called before torch is imported and the script runs
  std::function<void(const Measured&, const Survey&)> on_measured;
  AblationListener searches;
};

// Throws StateError, and std::runtime_error if torch cannot be imported.
Ablated ablate_script(const SearchRequest& request, const Programs& programs,
                      const ScriptAblationListener& listener, std::stop_token stop);

// Measures whether and how the script fails. An ablation begins with the same measurement.
// `programs` may belong to another version of torch.
Measured measure_script(const SearchRequest& request, const Programs& programs,
                        const std::stop_token& stop);

}  // namespace gridlock::minimizer
