// A claim states how a metric of cells depends on one axis if all other axes are equal. A claim is
// about many cells, so no single cell is at fault if the claim is broken
// (harness/verdict/claims.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matrix/expression.h"

namespace gridlock::matrix {

struct Law {
  enum class Kind {
    kGrowth,  // grows at most like size ^ exponent
    kRises,   // does not decrease, in the order of the axis's values
    kFalls,
    kEqual,  // the metric is the same for all values of the axis
  };
  Kind kind = Kind::kGrowth;
  double exponent = 1;
  std::string word;  // as written in the file: "linear"
};

struct Claim {
  std::string name;
  std::string metric;              // one of metric_names()
  std::string over;                // an axis
  std::vector<std::string> along;  // axes that vary with `over`, such as world_size with cp
  std::vector<std::string> order;  // for an axis of words: all its values, in the file's order
  Law law;
  double factor = 0;                 // allowed factor beyond the law, for noise; 0 = the default
  std::optional<Expression> select;  // condition on the cells of the claim; none means every cell
  std::string issue;                 // link to a known failure; "" = the claim must hold
};

// Returns every valid value of Claim::metric.
const std::vector<std::string>& metric_names();

}  // namespace gridlock::matrix
