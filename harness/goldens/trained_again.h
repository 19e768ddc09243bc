// Trains the examples of a run again with tensor traces and keeps their initial parameters.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "harness/controller/machine.h"
#include "harness/goldens/records.h"
#include "harness/goldens/reference_examples.h"
#include "harness/process/temporary_folder.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/plan.h"

namespace gridlock::goldens {

class TrainedAgain {
 public:
  // Trains the examples. Throws matrix::InputError if a cell does not pass again.
  TrainedAgain(const GoldenRun& run, const Examples& examples);

  // The files of a kind's example. They are removed with this object.
  std::filesystem::path tensor_trace(const Kind& kind) const;
  std::filesystem::path initial_state(const Kind& kind) const;
  std::filesystem::path scratch(const std::string& name) const { return temporary_.path() / name; }

 private:
  void train(const matrix::Plan& plan, const workspace::MatrixArguments& arguments,
             const matrix::Matrix& matrix, const controller::MachineFacts& machine);

  process::TemporaryFolder temporary_{"reference"};
  controller::RunFolder folder_;
  std::map<Kind, std::size_t> index_;  // index of the kind's example in the plan
};

}  // namespace gridlock::goldens
