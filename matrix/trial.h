// clang-format off
// A trial of the harness itself: a case with a known expected verdict. Its case.toml has two more
// tables:
//
//   [cells]                    optional: the cells of the trial, in the form of [axes] of a matrix;
//   faulty_rank = [1, 0]       each value occurs in at least one cell
//
//   [gpu.cells]                optional: replaces axes of [cells] on machines with GPUs;
//   cp = ["gpus"]              world_size is then their number by default, if that is at least
//                              the smallest of [cells]
//
//   [expect]                   optional: without it, every cell must pass
//   when = "cp >= 16"          optional: the cells in which the fault shows; the others pass
//   verdict = "deadlock"       required; the truth, so never "timeout"
//   class = "missing rank"     optional
//   ranks = "faulty"           required except for "pass": the ranks at fault: "faulty" (the cell's
//                              faulty_rank), "others", "all", or a list of numbers, "faulty", its
//                              neighbors "next" and "previous", and its "peer" in pairs of ranks
//   at = "forward: loss in step 1"      for wrong numbers, optional: the tensor by which the cell
//                              diverges from that of its relation, in the words of
//                              golden/numeric_divergence_text.h; ranks, now optional, are those
//                              that hold its wrong elements
//
//   [[relation]]               optional: the cells to compare with, as in a matrix
//
//   [expect.gloo]              optional, or [expect.nccl]: the expectation there instead; verdict,
//   verdict = "crash"          class and ranks as above
// clang-format on
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
