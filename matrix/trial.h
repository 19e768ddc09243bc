// A trial of the harness itself: a case with a known expected verdict. Its case.toml also has the
// cells to train and what is expected of them (case_keys.cc).
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
  std::vector<std::string> verdicts{"pass"};  // any of them; empty: any verdict
  std::string verdict_class;                  // "" = any class
  std::optional<std::vector<int>> ranks;      // at fault, sorted; none: any
  std::string at = {};                        // where wrong numbers begin; "" = anywhere

  bool fault_shows() const { return verdicts != std::vector<std::string>{"pass"}; }
};

struct Trial {
  Matrix matrix;                   // of this case only; covers each value once
  std::optional<Expression> when;  // none: always

  // As written in the file: ranks are still words and numbers.
  struct ExpectedSpec {
    std::string verdict;
    std::string verdict_class;
    std::optional<std::vector<Value>> ranks;
    std::string at = {};
  };
  std::map<std::string, ExpectedSpec> expected;  // by backend; "" = any other one
};

// Loads the case `name` from the first of `folders` that has it. Throws InputError, also for a
// verdict that is not among `verdicts` (if there are none, any is valid).
Trial load_trial(const std::string& name, const std::vector<std::filesystem::path>& folders,
                 const std::vector<std::string>& verdicts = {});

// Returns the expected result of a cell of the trial whose ranks communicate through that backend.
Outcome expected(const Trial& trial, const Cell& cell, const std::string& backend);

}  // namespace gridlock::matrix
