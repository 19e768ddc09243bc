// The part of a training step (such as forward or backward) and the module that a call belongs to.
// Both are determined from the Python functions on the stack above the call.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/trace/record.h"

namespace gridlock::probe {

// The role of a torch function: what the function implies about calls made below it on the stack.
enum class Role : std::uint8_t { kNone, kModule, kEngine, kOptimizer, kParameterGroup };

// Returns the role of the function with this name in this file. `qualified`: whether `function` is
// a qualified name; before Python 3.11, code objects contain only the plain name. Code compiled by
// Dynamo keeps both names.
Role role_of(std::string_view file, std::string_view function, bool qualified);

// Evaluates the frames of a thread, from the innermost frame outwards.
class Passes {
 public:
  // `first_argument`: the address of the function's first argument, which is the object if the
  // function is a method.
  void look_at(Role role, std::uintptr_t first_argument);

  // `in_backward`: whether autograd runs in this thread.
  trace::Pass pass(bool in_backward) const;
  // Returns the module's index in records (modules.h), or 0 if no module is known.
  std::uint16_t module() const { return module_; }

 private:
  bool engine_ = false;
  bool optimizer_ = false;
  bool module_called_ = false;
  std::uint16_t module_ = 0;
};

}  // namespace gridlock::probe
