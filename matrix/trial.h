// A trial tests the harness itself. It is a case with a known verdict. The case's case.toml also
// contains the cells to train and the cells' expected results (case_keys.cc).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "matrix/matrix.h"

namespace gridlock::matrix {

// The expected result of one cell.
struct Outcome {
  std::vector<std::string> verdicts{"pass"};  // the correct verdicts; empty: any
  std::string verdict_class;                  // "" = any class
  std::optional<std::vector<int>> ranks;      // ranks at fault, sorted; none = any ranks
  std::string at = {};                        // where the numbers diverge first; "" = anywhere

  bool fault_shows() const { return verdicts != std::vector<std::string>{"pass"}; }
};

struct Trial {
  Matrix matrix;                   // each value of [cells] is in some cell
  std::optional<Expression> when;  // cells with the fault; none: all cells

  // An expected result as the file states it. Ranks are numbers or words such as "faulty".
  struct ExpectedSpec {
    std::string verdict;
    std::string verdict_class;
    std::optional<std::vector<Value>> ranks;
    std::string at = {};
  };
  std::map<std::string, ExpectedSpec> expected;  // by backend; "" = any other backend
};

// Loads the case `name` from the first of `folders` that contains the case. Throws InputError for
// invalid input and for a verdict that is not among `verdicts`. If `verdicts` is empty, any verdict
// is valid.
Trial load_trial(const std::string& name, const std::vector<std::filesystem::path>& folders,
                 const std::vector<std::string>& verdicts = {});

// Returns the expected result of a cell of the trial if the ranks communicate through `backend`.
Outcome expected(const Trial& trial, const Cell& cell, const std::string& backend);

}  // namespace gridlock::matrix
