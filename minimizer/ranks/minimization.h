// Turns a script that fails into the smallest one that still fails in the same way: measured,
// searched and verified on real ranks.
//
// Nothing is written before the failure is known.
//   repro.py        the best so far; at the end laid out, with its launcher, and verified
//   issue.md        what happens and how to run it, ready to be filed
//   search/         the state of the search (state.h): an interrupted one goes on from there;
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
  std::filesystem::path python;   // has torch
  std::filesystem::path package;  // the folder that holds gridlock_minimizer
  exec::Parts parts;
};

// The request for a minimization, or for an ablation (minimizer/ablation/script_ablation.h).
struct SearchRequest {
  std::filesystem::path script;
  Launch launch;
  std::filesystem::path folder;  // holds the files above
  std::string keep_script_as;    // name of the script's copy in the folder; "": no copy
  bool resume = false;           // continue the search in the folder; else it must have none
  bool flaky = false;            // minimize a failure that does not show in every run
  Checks checks = {};
  Budget budget;
  int slots = 1;             // maximum of candidates side by side …
  int most_ranks = 0;        // … and of ranks together; 0: any number
  double longest_run = 120;  // limit for a run of the original, in seconds
  int verification_runs = VerificationPlan{}.runs;
};

// The smallest script of the search does not show its failure every time.
struct WentBack {
  int lines = 0;  // of that script
  Verification seen;
  Answer rate;  // on ranks forked from one interpreter, as in the search
};

// Callbacks for a display, called in this order.
struct Listener {
  std::function<void()> on_measuring;  // torch is being imported, then the script runs
  // Returns whether to go on: a failure may not be worth it.
  std::function<bool(const Measured&, int lines)> on_measured;
  std::function<void(const Progress&)> on_progress;
  std::function<void(const Result&)> on_verifying;
  OnRun on_verification_run;
  std::function<void(const WentBack&)> on_going_back;
};

enum class Outcome {
  kMinimized,    // … and verified
  kNotVerified,  // not even the original fails in fresh interpreters every time
  kPasses,       // nothing to minimize
  kFlaky,        // fails now and then, and SearchRequest::flaky is false
  kDeclined,     // Listener::on_measured returned false
  kTooSlow,      // still busy after SearchRequest::longest_run
  kStopped,      // interrupted: the best so far is in the folder, unverified, if `lines` > 0
};

struct Minimized {
  Outcome outcome = Outcome::kMinimized;
  Measured measured;
  Result result;
  Verification verification;          // belongs to the repro
  std::optional<WentBack> went_back;  // the search went back to an earlier step, the repro
  Candidate best;                     // the repro without its launcher
  Checks checks = {};
  std::filesystem::path repro;
  int lines = 0;  // of `best`
};

// Throws StateError, WorkerError, and std::runtime_error if torch cannot be imported.
Minimized minimize_script(const SearchRequest& request, const Programs& programs,
                          const Listener& listener, std::stop_token stop);

}  // namespace gridlock::minimizer
