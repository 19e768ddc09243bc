// An oracle that judges a candidate by a single run, or by a check of one or several runs: captured
// graphs, pairs of runs with compared numerical results, or runs with two sizes.
#pragma once

#include <optional>

#include "minimizer/ranks/checks.h"
#include "minimizer/ranks/graph_oracle.h"
#include "minimizer/ranks/growth_oracle.h"
#include "minimizer/ranks/pair_oracle.h"
#include "minimizer/ranks/script_oracle.h"

namespace gridlock::minimizer {

// `Runs` is ScriptOracle or FreshOracle.
template <typename Runs>
class Compared {
 public:
  // `start` makes a `Runs` from given limits.
  template <typename Start>
  Compared(ScriptLimits limits, const Checks& checks, const Signature& wanted, const Start& start)
      : runs_(start(keeping_output(limits, checks.any()))) {
    if (checks.comparison) pairs_.emplace(runs_, *checks.comparison, wanted);
    if (checks.not_compiled) graphs_.emplace(runs_, wanted);
    if (checks.growth) growth_.emplace(runs_, *checks.growth, wanted);
  }
  Compared(const Compared&) = delete;
  Compared& operator=(const Compared&) = delete;

  Oracle& get() {
    if (pairs_) return *pairs_;
    if (growth_) return *growth_;
    return graphs_ ? static_cast<Oracle&>(*graphs_) : runs_;
  }

 private:
  static ScriptLimits keeping_output(ScriptLimits limits, bool needed) {
    limits.keep_output |= needed;
    return limits;
  }

  Runs runs_;
  std::optional<PairOracle> pairs_;
  std::optional<GraphOracle> graphs_;
  std::optional<GrowthOracle> growth_;
};

}  // namespace gridlock::minimizer
