// Checks whether a finished script shows its failure without the search's forked ranks: in fresh
// interpreters, with cold caches of compiled code, both under gridlock exec and without it.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "minimizer/ranks/measurement.h"
#include "minimizer/ranks/plain_run.h"

namespace gridlock::minimizer {

struct Verification {
  int runs = 0;             // number of runs of each kind
  int shown = 0;            // number of runs under gridlock exec with an equal signature
  int alone = 0;            // number of failing runs by `python FILE`, without gridlock
  bool only_alone = false;  // there are no runs under gridlock exec; `shown` equals `alone`
  bool rare = false;        // the original sometimes passes: one failure of each kind suffices
  std::vector<std::string> differently;  // distinct results of the runs without the failure
  std::string sentence =
      {};  // from a failing run under gridlock exec; its line numbers are this script's

  bool holds() const;
};

struct VerificationPlan {
  std::filesystem::path gridlock, python;
  double longest_run = 120;  // limit in seconds without an event, under gridlock exec
  int runs = 3;
  bool rare = false;
  int hang_limit = 20;  // minimum time limit of a plain run, in seconds
};

// Returns the plan for a script whose failure rate and duration are as measured.
VerificationPlan verification_plan(const Measured& measured);

// Makes the first run under gridlock exec while nothing else runs. Then makes the plain runs
// (plain_run.h) in parallel, and the remaining runs under gridlock exec one by one. Wrong numerical
// results and missing graphs are verified only by plain runs, one by one.
//
// Calls `on_run` after each run, with the number of ended runs and the number of all runs. If
// `stop` is requested, returns the results so far, without the plain runs that have not ended.
using OnRun = std::function<void(int ended, int runs)>;
Verification verify(const std::filesystem::path& script, const Launch& launch,
                    const Signature& signature, const VerificationPlan& plan, const OnRun& on_run,
                    std::stop_token stop);

}  // namespace gridlock::minimizer
