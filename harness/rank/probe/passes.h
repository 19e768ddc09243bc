// The part of a training step and the module that a call belongs to, as determined by the Python
// functions on the stack above the call.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/trace/record.h"

namespace gridlock::probe {

// The meaning of a torch function for the calls below it.
enum class Role : std::uint8_t { kNone, kModule, kEngine, kOptimizer, kParameterGroup };

// Returns the role by the path of the function's file and its qualified name; before Python 3.11,
// code has only its plain name. Compiled code keeps both.
Role role_of(std::string_view file, std::string_view function, bool qualified);

// Evaluates the frames of a thread, from the innermost outwards.
class Passes {
 public:
  // `first_argument`: the address of the first argument, the object.
  void look_at(Role role, std::uintptr_t first_argument);

  // `in_backward`: whether autograd runs in this thread.
  trace::Pass pass(bool in_backward) const;
  // The module's number in records (modules.h); 0 if none is known.
  std::uint16_t module() const { return module_; }

 private:
  bool engine_ = false;
  bool optimizer_ = false;
  bool module_called_ = false;
  std::uint16_t module_ = 0;
};

}  // namespace gridlock::probe
