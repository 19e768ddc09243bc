// clang-format off
// A trial of the harness itself: a case with a known expected verdict. Two more tables of its
// case.toml:
//
//   [cells]                    optional: the cells of the trial, written like [axes] of a matrix;
//   faulty_rank = [1, 0]       each value occurs in at least one cell
//
//   [gpu.cells]                optional: replaces axes of [cells] on a machine with GPUs, where
//   cp = ["gpus"]              world_size is their number unless expected otherwise, if that is no less
//                              than the smallest of [cells]
//
//   [expect]                   optional: without it, every cell must pass
//   when = "cp >= 16"          optional: the cells in which the fault shows; the others pass
//   verdict = "deadlock"       required; what is true, so never "timeout"
//   class = "missing rank"     optional
//   ranks = "faulty"           required except for "pass": who is at fault: "faulty" (the cell's
//                              faulty_rank), "others", "all", or a list of numbers, "faulty", its
//                              neighbors "next" and "previous", and its "peer" in pairs of ranks
//   at = "forward: loss in step 1"      of wrong numbers, optional: the tensor by which the cell parts
//                              from that of its relation (golden/parting_words.h); ranks, now
//                              optional, are those that hold what is wrong of it
//
//   [[relation]]               optional: what its cells are compared with, as in a matrix
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

// What must be said of one cell.
struct Outcome {
  std::vector<std::string> verdicts{"pass"};  // any of them; empty: whatever it is
  std::string verdict_class;                  // "" = whatever it is
  std::optional<std::vector<int>> ranks;      // at fault, sorted; none: any
  std::string at = {};                        // where wrong numbers begin; "" = wherever

  bool fault_shows() const { return verdicts != std::vector<std::string>{"pass"}; }
};

struct Trial {
  Matrix matrix;                   // of this case alone; covers each value once
  std::optional<Expression> when;  // none: always

  // As the file has it: ranks are still words and numbers.
  struct ExpectedSpec {
    std::string verdict;
    std::string verdict_class;
    std::optional<std::vector<Value>> ranks;
    std::string at = {};
  };
  std::map<std::string, ExpectedSpec> expected;  // by backend; "" = elsewhere
};

// The case `name` of the first of `folders` that has it. Throws InputError, also for a verdict that
// is not among `verdicts` (none given: any is taken).
Trial load_trial(const std::string& name, const std::vector<std::filesystem::path>& folders,
                 const std::vector<std::string>& verdicts = {});

// What must be said of a cell of the trial whose ranks talk through that backend.
Outcome expected(const Trial& trial, const Cell& cell, const std::string& backend);

}  // namespace gridlock::matrix
