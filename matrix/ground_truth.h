// clang-format off
// The true verdict of each cell of a generated case, by rules that need no tool. FOLDER/truth.toml:
//
//   [[truth]]                       the first row that holds counts; every cell needs one
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
  // Reads truth.toml of the case's folder. Throws InputError, also for a verdict that is not among
  // `verdicts` (if there are none, any is valid).
  explicit GroundTruth(const Case& the_case, const std::vector<std::string>& verdicts = {});

  // Returns the verdict of the cell. Throws InputError if no row holds.
  const TruthRule& of(const Cell& cell) const;

 private:
  std::string file_;
  std::vector<TruthRule> rules_;
};

}  // namespace gridlock::matrix
