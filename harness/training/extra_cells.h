// Trains cells beside the plan of the matrix, one after another. All results are in one partial
// run; each repetition of a cell begins another.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/controller/machine.h"
#include "harness/run/runs.h"
#include "harness/verdict/record.h"
#include "harness/workspace/load_matrix.h"

namespace gridlock::training {

class ExtraCells {
 public:
  // `causes_of` is the run whose failures the cells help to explain. The first call of train()
  // creates a partial run in `runs` for all cells.
  ExtraCells(const workspace::MatrixArguments& arguments, const run::Runs& runs,
             const std::string& causes_of, const std::function<bool()>& interrupted);

  const matrix::Matrix& matrix() const { return matrix_; }
  matrix::Machine machine() const { return {machine_.gpus}; }

  // Trains the cell and its references, even if the cell has run before. Returns the record of the
  // cell, or nullopt if the matrix no longer has the cell, if the machine cannot run it, or if
  // `interrupted` returned true. Throws the exceptions of run::run().
  std::optional<verdict::CellRecord> train(const matrix::Cell& cell);

 private:
  // Adds a cell to those of the partial run. Returns false if the matrix does not have its values.
  bool add(const matrix::Cell& cell);
  matrix::Plan plan() const;

  workspace::MatrixArguments arguments_;
  matrix::Matrix matrix_;
  run::Runs runs_;
  std::string causes_of_;
  std::function<bool()> interrupted_;
  controller::MachineFacts machine_;
  std::vector<std::string> cells_;
  std::optional<controller::RunFolder> folder_;
};

}  // namespace gridlock::training
