// Turns a script that fails into the smallest script that still fails in the same way. The script
// is measured, the search runs, and its result is verified, all on real ranks.
//
// Files in the request's folder, written only after the failure is identified:
//   repro.py        the best so far; at the end laid out, with its launcher, and verified
//   issue.md        what happens and how to run it, ready to be filed
//   search/         the state of the search (state.h), from which an interrupted search continues;
//                   graphs/: the computations of library modules, if the script uses any
//                   (capture.h)
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "harness/exec/parts.h"
#include "minimizer/engine.h"
#include "minimizer/ranks/checks.h"
#include "minimizer/ranks/measurement.h"
#include "minimizer/ranks/verification.h"

namespace gridlock::minimizer {

struct Programs {
  std::filesystem::path gridlock;
  std::filesystem::path python;   // an interpreter that has torch
  std::filesystem::path package;  // the folder that holds gridlock_minimizer
  exec::Parts parts;
};

// The request for a minimization, or for an ablation (minimizer/ablation/script_ablation.h).
struct SearchRequest {
  std::filesystem::path script;
  Launch launch;
  std::filesystem::path folder;  // contains the files above
  std::string keep_script_as;    // name of the script's copy in the folder; "": no copy
  bool resume = false;           // continue the folder's search; false: the folder must have none
  bool flaky = false;            // minimizes a failure that does not show in every run
  Checks checks = {};
  Budget budget;
  int slots = 1;             // maximum number of candidates in parallel …
  int most_ranks = 0;        // … and of their ranks in total; 0 means no limit
  double longest_run = 120;  // limit for a run of the original, in seconds
  int verification_runs = VerificationPlan{}.runs;
};

// Describes the last step of a search if its verification failed.
struct WentBack {
  int lines = 0;  // line count of the last step
  Verification seen;
  Answer rate;  // the failure rate on ranks forked from one interpreter, as in the search
};

// Callbacks for a display, called in this order.
struct Listener {
  std::function<void()> on_measuring;  // called before torch is imported and the script runs
  // Returns whether to continue; a failure may not be worth minimizing.
  std::function<bool(const Measured&, int lines)> on_measured;
  std::function<void(const Progress&)> on_progress;
  std::function<void(const Result&)> on_verifying;
  OnRun on_verification_run;
  std::function<void(const WentBack&)> on_going_back;
};

enum class Outcome {
  kMinimized,    // minimized and verified
  kNotVerified,  // even the original does not fail every time in fresh interpreters
  kPasses,       // nothing to minimize
  kFlaky,        // fails now and then, and SearchRequest::flaky is false
  kDeclined,     // Listener::on_measured returned false
  kTooSlow,      // still busy after SearchRequest::longest_run
  kStopped,      // interrupted; if `lines` > 0, the best so far is in the folder, unverified
};

struct Minimized {
  Outcome outcome = Outcome::kMinimized;
  Measured measured;
  Result result;
  Verification verification;          // the verification of the repro
  std::optional<WentBack> went_back;  // set if the repro is not the last step but an earlier one
  Candidate best;                     // the repro without its launcher
  Checks checks = {};
  std::filesystem::path repro;
  int lines = 0;  // line count of `best`
};

// Throws StateError, WorkerError, and std::runtime_error if torch cannot be imported.
Minimized minimize_script(const SearchRequest& request, const Programs& programs,
                          const Listener& listener, std::stop_token stop);

}  // namespace gridlock::minimizer
