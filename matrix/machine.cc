#include "matrix/machine.h"

#include <algorithm>

#include "matrix/version.h"

namespace gridlock::matrix {

std::string built_for_torch() {
  return GRIDLOCK_TORCH_VERSION;
}

const Vocabulary& machine_vocabulary() {
  static const Vocabulary names = {{"gpus", ValueType::kInt, {}},
                                   {"torch", ValueType::kInt, {}, /*version=*/true}};
  return names;
}

MachineValues::MachineValues(const Machine& machine) : gpus_(std::int64_t{machine.gpus}) {
  const auto version = version_number(machine.torch);
  knows_torch_ = version.has_value();
  torch_ = version.value_or(0);
}

const Value* MachineValues::find(std::string_view name) const {
  if (name == "gpus") return &gpus_;
  return name == "torch" && knows_torch_ ? &torch_ : nullptr;
}

}  // namespace gridlock::matrix
