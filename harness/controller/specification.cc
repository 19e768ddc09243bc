#include "harness/controller/specification.h"

#include <nlohmann/json.hpp>
#include <variant>

namespace gridlock::controller {
namespace {

nlohmann::json axes_of(const matrix::Cell& cell) {
  nlohmann::json axes = nlohmann::json::object();
  for (const auto& [name, value] : cell.values) {
    std::visit([&, &axis = name](const auto& plain) { axes[axis] = plain; }, value);
  }
  return axes;
}

}  // namespace

nlohmann::json specification(const matrix::PlannedCell& planned, int repetition) {
  return {{"cell", planned.cell.id},
          {"case", planned.cell.case_name},
          {"case_dir", planned.recipe.case_folder},
          {"axes", axes_of(planned.cell)},
          {"steps", planned.recipe.steps},
          {"seed", planned.recipe.seed},
          {"repetition", repetition}};
}

int world_size_of(const matrix::Cell& cell) {
  return static_cast<int>(std::get<std::int64_t>(*cell.find("world_size")));
}

bool trains_on_gpus(const matrix::Cell& cell, const MachineFacts& machine) {
  const std::string device = word_of(cell, "device");
  if (device == "cuda" || device == "cpu") return device == "cuda";
  return machine.gpus > 0 && world_size_of(cell) <= machine.gpus;
}

std::string word_of(const matrix::Cell& cell, std::string_view axis) {
  const matrix::Value* value = cell.find(axis);
  return value != nullptr ? matrix::to_string(*value) : "";
}

}  // namespace gridlock::controller
