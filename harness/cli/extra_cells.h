// Cells that a matrix does not plan, trained one after the other into one part of its runs.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/cli/load_matrix.h"
#include "harness/controller/machine.h"
#include "harness/run/runs.h"
#include "harness/verdict/record.h"

namespace gridlock::cli {

class ExtraCells {
 public:
  // `causes_of`: the run whose failures they explain; `runs`: where the part is made, when the
  // first cell is trained.
  ExtraCells(const MatrixArguments& arguments, const run::Runs& runs, const std::string& causes_of,
             const std::function<bool()>& interrupted);

  const matrix::Matrix& matrix() const { return matrix_; }
  matrix::Machine machine() const { return {machine_.gpus}; }

  // The record of the cell once it is trained, together with the references that judge it; nothing
  // where the machine cannot run it or the user interrupted. Throws as run::run() does.
  std::optional<verdict::CellRecord> train(const matrix::Cell& cell);

 private:
  matrix::Plan plan() const;

  MatrixArguments arguments_;
  matrix::Matrix matrix_;
  run::Runs runs_;
  std::string causes_of_;
  std::function<bool()> interrupted_;
  controller::MachineFacts machine_;
  std::vector<std::string> cells_;
  std::optional<controller::RunFolder> folder_;
};

}  // namespace gridlock::cli
