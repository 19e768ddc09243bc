// The engine: runs passes over the best candidate so far until none makes it smaller.
//
// First a coarse search of each pass, in the order given (cheap dimensions first; from the second
// round on the pass that removed most lines per question goes first; late passes only when the
// others find nothing), until a whole round changes nothing; what was shown necessary is not tried again. Then a sweep of all passes, which remembers
// nothing: the result is 1-minimal, that is, no pass has a single choice that keeps the failure.
// (One inference is made: who cannot be dropped keeps what it needs.) A step is accepted only if
// the oracle saw the very signature of the problem: a slip to another failure becomes by-catch.
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

// For a live display.
struct Progress {
  std::string pass;
  bool last_sweep = false;
  int lines = 0;
  int ranks = 0;
  Statistics statistics;
  double seconds = 0;  // since the start
};

enum class End {
  kMinimal,      // no pass has anything left
  kNothing,      // the original does not show the failure: see Result::original
  kBudget,       // the budget is spent
  kInterrupted,  // a stop was requested
};

struct Options {
  Budget budget;
  std::stop_token stop;
  std::function<void(const Progress&)> progress;  // may be empty; called after each answer
};

struct Result {
  End end = End::kMinimal;
  Candidate best;
  std::vector<Candidate> steps;  // that led to it, those of earlier sittings too; the last is it
  Answer original;
  std::vector<ByCatch> by_catch;
  Statistics statistics;
  double seconds = 0;
};

// `state` may be null: then nothing is kept. With a state that was begun before, the search goes on
// from its best candidate. Throws what passes, oracle and state throw.
Result minimize(const Problem& problem, std::span<const std::unique_ptr<Pass>> passes,
                Oracle& oracle, State* state = nullptr, const Options& options = {});

}  // namespace gridlock::minimizer
