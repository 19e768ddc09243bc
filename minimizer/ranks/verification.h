// Whether a finished script shows its failure by itself: in fresh interpreters, with cold caches of
// compiled code, under gridlock exec and without it.
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
  int runs = 0;             // each way
  int shown = 0;            // under gridlock exec, the very signature
  int alone = 0;            // by `python FILE`, without gridlock
  bool only_alone = false;  // none were made under gridlock exec: `shown` is as many as `alone`
  bool rare = false;        // the original does not fail every time either: once each way is enough
  std::vector<std::string> differently;  // what other runs showed; equal ones once
  std::string sentence =
      {};  // of a run under gridlock exec that showed it; lines are this script's

  bool holds() const;
};

struct VerificationPlan {
  std::filesystem::path gridlock, python;
  double longest_run = 120;  // seconds without an event, under exec
  int runs = 3;
  bool rare = false;
  int hang_limit = 20;  // seconds, at least, after which a plain run that has not ended is ended
};

// For a script that fails as often, and takes as long, as measured.
VerificationPlan verification_plan(const Measured& measured);

// One run is made under gridlock exec alone; then the plain ones side by side, and those that are
// left under gridlock exec meanwhile, one by one. `on_run` is called when one has ended, with how
// many have and how many there will be. Without a plain run that has ended once `stop` is
// requested: what is known by then. Wrong numbers and missing graphs are verified by plain runs
// alone, one by one.
using OnRun = std::function<void(int ended, int runs)>;
Verification verify(const std::filesystem::path& script, const Launch& launch,
                    const Signature& signature, const VerificationPlan& plan, const OnRun& on_run,
                    std::stop_token stop);

}  // namespace gridlock::minimizer
