// The engine runs passes over the best candidate so far until none makes it smaller.
//
// At first, the passes search coarsely, in the order of `passes` (cheap dimensions first). From the
// second round on, the pass that removed most lines per question goes first. Late passes run only
// if the other passes find nothing. The coarse search does not try pieces again that were shown to
// be necessary. Rounds end when a whole round changes nothing.
//
// A sweep of all passes follows. The sweep tries all pieces, including those shown to be necessary,
// so the result is 1-minimal: no pass has a single choice that keeps the failure. (The sweep infers
// one fact: a piece that cannot be dropped keeps the pieces that it needs.)
//
// A step is accepted only if the oracle saw exactly the signature of the problem. A candidate that
// shows another failure is recorded as by-catch.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "minimizer/asker.h"
#include "minimizer/oracle.h"
#include "minimizer/pass.h"
#include "minimizer/problem.h"
#include "minimizer/state.h"

namespace gridlock::minimizer {

// The progress, for a live display.
struct Progress {
  std::string pass;
  bool last_sweep = false;
  int lines = 0;
  int ranks = 0;
  Statistics statistics;
  double seconds = 0;  // since the start of the search
};

enum class End {
  kMinimal,      // no pass can make the candidate smaller
  kNothing,      // the original does not show the failure: see Result::original
  kBudget,       // the budget is spent
  kInterrupted,  // a stop was requested
};

struct MinimizeOptions {
  Budget budget;
  std::stop_token stop;
  std::function<void(const Progress&)> progress;  // may be empty; called after each answer
};

struct Result {
  End end = End::kMinimal;
  Candidate best;
  std::vector<Candidate> steps;  // accepted steps of this and earlier runs; the last is `best`
  Answer original;
  std::vector<ByCatch> by_catch;
  Statistics statistics;
  double seconds = 0;
};

// Minimizes `problem`. If `state` is null, nothing is stored. With a state from an earlier run, the
// search continues from the best candidate of that run. Throws whatever passes, oracle and state
// throw.
Result minimize(const Problem& problem, std::span<const std::unique_ptr<Pass>> passes,
                Oracle& oracle, State* state = nullptr, const MinimizeOptions& options = {});

}  // namespace gridlock::minimizer
