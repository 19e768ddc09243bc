// The machine for which a matrix is planned, and what conditions may ask about it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "matrix/expression.h"

namespace gridlock::matrix {

// Returns the version of the torch that gridlock was built for, such as "2.15.0".
std::string built_for_torch();

// `gpus` decides which `needs` of values are met. It also replaces the value "gpus" of integer
// axes.
struct Machine {
  int gpus = 0;
  std::string torch = built_for_torch();  // the version of the ranks' torch; "" = unknown
};

// The names that conditions may use besides axes: `gpus` and `torch`.
const Vocabulary& machine_vocabulary();

// The values of these names. A version that is unknown has none.
class MachineValues {
 public:
  explicit MachineValues(const Machine& machine);
  const Value* find(std::string_view name) const;

 private:
  Value gpus_;
  Value torch_;
  bool knows_torch_;
};

}  // namespace gridlock::matrix
