// An oracle whose questions are single runs, with what was captured where that is the failure, or
// pairs of runs where numbers are compared.
#pragma once

#include <optional>

#include "minimizer/ranks/graph_oracle.h"
#include "minimizer/ranks/pair_oracle.h"
#include "minimizer/ranks/script_oracle.h"

namespace gridlock::minimizer {

// `Runs` is ScriptOracle or FreshOracle.
template <typename Runs>
class Compared {
 public:
  // `start` takes the limits of `Runs` and makes one.
  template <typename Start>
  Compared(ScriptLimits limits, const std::optional<Comparison>& comparison,
           const Signature& wanted, const Start& start, bool counts_graphs = false)
      : runs_(start(keeping_output(limits, comparison || counts_graphs))) {
    if (comparison) pairs_.emplace(runs_, *comparison, wanted);
    if (counts_graphs) graphs_.emplace(runs_, wanted);
  }
  Compared(const Compared&) = delete;
  Compared& operator=(const Compared&) = delete;

  Oracle& get() {
    if (pairs_) return *pairs_;
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
};

}  // namespace gridlock::minimizer
