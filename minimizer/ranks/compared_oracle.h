// An oracle whose questions are single runs, or pairs of them where numbers are compared.
#pragma once

#include <optional>

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
           const Signature& wanted, const Start& start)
      : runs_(start(keeping_output(limits, comparison.has_value()))) {
    if (comparison) pairs_.emplace(runs_, *comparison, wanted);
  }
  Compared(const Compared&) = delete;
  Compared& operator=(const Compared&) = delete;

  Oracle& get() { return pairs_ ? static_cast<Oracle&>(*pairs_) : runs_; }

 private:
  static ScriptLimits keeping_output(ScriptLimits limits, bool needed) {
    limits.keep_output |= needed;
    return limits;
  }

  Runs runs_;
  std::optional<PairOracle> pairs_;
};

}  // namespace gridlock::minimizer
