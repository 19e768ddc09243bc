// A claim: how a number of a cell depends on an axis, when nothing else differs. It is about many
// cells, and no cell's fault when it is broken (harness/verdict/claims.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "matrix/expression.h"

namespace gridlock::matrix {

struct Law {
  enum class Kind {
    kGrowth,  // no faster than size ^ exponent
    kRises,   // never turns back, in the order of the axis
    kFalls,
    kEqual,  // the same for all values
  };
  Kind kind = Kind::kGrowth;
  double exponent = 1;
  std::string word;  // as the file has it: "linear"
};

struct Claim {
  std::string name;
  std::string metric;              // one of metric_names()
  std::string over;                // an axis
  std::vector<std::string> along;  // axes that vary with it: world_size with cp
  std::vector<std::string> order;  // of an axis of words: all its values, as the file lists them
  Law law;
  double factor = 0;                 // how far noise may take it beyond the law; 0 = the metric's
  std::optional<Expression> select;  // none: every cell
  std::string issue;                 // a link: it is known to be broken; "" = it must hold
};

// Every name that 'metric' may have.
const std::vector<std::string>& metric_names();

}  // namespace gridlock::matrix
