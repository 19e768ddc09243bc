// clang-format off
// What is true of each cell of a generated case, by rules that need no tool. FOLDER/truth.toml:
//
//   [[truth]]                       the first that holds counts; for every cell there is one
//   when = "twin = healthy"         required; a condition (expression.h)
//   is = "pass"                     required; a verdict
//   because = "…"                   required; one line
// clang-format on
#pragma once

#include <string>
#include <vector>

#include "matrix/case.h"

namespace gridlock::matrix {

struct Truth {
  Expression when;
  std::string is;
  std::string because;
};

class TruthTable {
 public:
  // Reads truth.toml of the case's folder. Throws InputError, also for a verdict that is not among
  // `verdicts` (none given: any is taken).
  explicit TruthTable(const Case& the_case, const std::vector<std::string>& verdicts = {});

  // Throws InputError where no row holds.
  const Truth& of(const Cell& cell) const;

 private:
  std::string file_;
  std::vector<Truth> rows_;
};

}  // namespace gridlock::matrix
