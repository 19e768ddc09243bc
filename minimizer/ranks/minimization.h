// From a script that fails to the smallest one that still fails in the same way: measured, searched
// and verified on real ranks.
//
// Nothing is written before the failure is known.
//   repro.py        the best so far; at the end laid out, with what starts its ranks, and verified
//   issue.md        what happens and how to run it, ready to be filed
//   search/         what the search knows (state.h): an interrupted one goes on from there;
//                   graphs/: what the modules of libraries compute, if the script uses any
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

struct Job {
  std::filesystem::path script;
  Launch launch;
  std::filesystem::path folder;  // of the files above
  std::string keep_script_as;    // a copy of the script in the folder has this name; "": none
  bool resume = false;           // go on with the search in the folder; else it must have none
  bool flaky = false;            // minimize a failure that does not show in every run
  Checks checks = {};
  Budget budget;
  int slots = 1;             // candidates side by side, at most,
  int most_ranks = 0;        // with so many ranks together; 0: any number
  double longest_run = 120;  // seconds of the original
  int verification_runs = VerificationPlan{}.runs;
};

// The smallest script that the search found does not show its failure every time.
struct WentBack {
  int lines = 0;  // of it
  Verification seen;
  Answer rate;  // on ranks forked from one interpreter, as in the search
};

// What a display is told, in this order.
struct Listener {
  std::function<void()> on_measuring;  // torch is being imported, then the script runs
  // Whether to go on: a failure may not be worth it.
  std::function<bool(const Measured&, int lines)> on_measured;
  std::function<void(const Progress&)> on_progress;
  std::function<void(const Result&)> on_verifying;
  OnRun on_verification_run;
  std::function<void(const WentBack&)> on_going_back;
};

enum class Outcome {
  kMinimized,    // and verified
  kNotVerified,  // not even the original fails in fresh interpreters every time
  kPasses,       // nothing to minimize
  kFlaky,        // it fails now and then, and Job::flaky is false
  kDeclined,     // Listener::on_measured said no
  kTooSlow,      // still busy after Job::longest_run
  kStopped,      // interrupted: the best so far is in the folder, not verified, if it has lines
};

struct Minimized {
  Outcome outcome = Outcome::kMinimized;
  Measured measured;
  Result result;
  Verification verification;          // of the repro
  std::optional<WentBack> went_back;  // to an earlier step, which is the repro
  Candidate best;                     // the repro without what starts its ranks
  Checks checks = {};
  std::filesystem::path repro;
  int lines = 0;  // of it
};

// Throws StateError, WorkerError, and std::runtime_error where torch cannot be imported.
Minimized minimize_script(const Job& job, const Programs& programs, const Listener& listener,
                          std::stop_token stop);

}  // namespace gridlock::minimizer
