// A cell is one configuration of the grid: a case, and a value for each axis that applies to the
// cell.
//
// Invariants: `values` is in catalogue order (never in the order of a file) and contains only axes
// that apply. Therefore cells with the same values have the same id, whichever file they were read
// from.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "matrix/value.h"

namespace gridlock::matrix {

struct Cell {
  std::string case_name;                              // "dense"
  std::vector<std::pair<std::string, Value>> values;  // {"precision","fp32"}, {"cp",4}, …
  std::string id;                                     // "dense/fp32.cp4-ring.before-block.inductor"

  // Returns the value of `axis`, or null if the axis does not apply to this cell.
  const Value* find(std::string_view axis) const;

  friend bool operator==(const Cell& a, const Cell& b) { return a.id == b.id; }
};

// Values by axis name.
using Choice = std::map<std::string, Value, std::less<>>;

// A cell that a constraint forbids.
struct InfeasibleCell {
  Cell cell;
  std::string reason;
};

}  // namespace gridlock::matrix
