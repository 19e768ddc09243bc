#include "harness/controller/specification.h"

#include <variant>

#include "matrix/setting_names.h"

namespace gridlock::controller {
namespace {

// Number of training runs with random rounding. Each of them takes longer than the training of the
// cell itself. Fewer runs widen the bounds: 8, 12, 16 and 22 runs allow differences of 24.7, 14.7,
// 11.8 and 10.1 standard deviations (golden/spread.h). The step from 8 to 12 narrows them by 40 %,
// the step to 16 by another 20 %.
constexpr int kRoundedTrainings = 12;

}  // namespace

protocol::RankSpec rank_spec(const matrix::PlannedCell& planned, int repetition) {
  protocol::RankSpec spec;
  spec.cell = planned.cell.id;
  spec.case_name = planned.cell.case_name;
  spec.case_dir = planned.recipe.case_folder;
  spec.axes = planned.cell.values;
  spec.steps = planned.recipe.steps;
  spec.seed = planned.recipe.seed;
  spec.compile_options = {planned.recipe.compile_options.begin(),
                          planned.recipe.compile_options.end()};
  for (const auto& [axis, value] : planned.cell.values) {
    const std::string variable(matrix::environment_variable(axis));
    if (!variable.empty()) spec.environment[variable] = matrix::to_string(value);
  }
  spec.repetition = repetition;
  if (planned.recipe.activations) spec.digests = "activations";
  // Random rounding changes the result of each operation. Compiled code does not show these
  // operations, so only an uncompiled cell is rounded.
  if (planned.measures_spread && repetition == 0 && !compiles(planned.cell))
    spec.rounded = kRoundedTrainings;
  return spec;
}

int world_size_of(const matrix::Cell& cell) {
  return static_cast<int>(std::get<std::int64_t>(*cell.find("world_size")));
}

bool trains_on_gpus(const matrix::Cell& cell, const MachineFacts& machine) {
  const std::string device = word_of(cell, "device");
  if (device == "cuda" || device == "cpu") return device == "cuda";
  return machine.gpus > 0 && world_size_of(cell) <= machine.gpus;
}

bool compiles(const matrix::Cell& cell) {
  const std::string compile = word_of(cell, "compile");
  return !compile.empty() && compile != "none";
}

std::string word_of(const matrix::Cell& cell, std::string_view axis) {
  const matrix::Value* value = cell.find(axis);
  return value != nullptr ? matrix::to_string(*value) : "";
}

}  // namespace gridlock::controller
