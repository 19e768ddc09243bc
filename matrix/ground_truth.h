// clang-format off
// The true verdict of each cell of a generated case, from rules in the case's truth.toml:
//
//   [[truth]]                       the first row whose `when` holds for a cell decides
//   when = "twin = healthy"         required; a condition (expression.h)
//   is = "pass"                     required; a verdict
//   because = "…"                   required; one line
// clang-format on
#pragma once

#include <string>
#include <vector>

#include "matrix/case.h"

namespace gridlock::matrix {

struct TruthRule {
  Expression when;
  std::string is;
  std::string because;
};

class GroundTruth {
 public:
  // Reads truth.toml in the case's folder. Throws InputError for an invalid file and for a verdict
  // that is not among `verdicts`. If `verdicts` is empty, any verdict is valid.
  explicit GroundTruth(const Case& the_case, const std::vector<std::string>& verdicts = {});

  // Returns the row that decides the cell's true verdict. Throws InputError if no row holds.
  const TruthRule& of(const Cell& cell) const;

 private:
  std::string file_;
  std::vector<TruthRule> rules_;
};

}  // namespace gridlock::matrix
