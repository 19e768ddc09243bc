// Determines the part of a training step (forward, backward, optimizer) and the module that a call
// belongs to, from the Python functions on the stack above the call.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/trace/record.h"

namespace gridlock::probe {

// The role of a torch function. The roles of the functions on the stack determine the part of the
// step that a call belongs to.
enum class Role : std::uint8_t { kNone, kModule, kEngine, kOptimizer, kParameterGroup };

// Returns the role of the function with this name in this file. `qualified` says whether `function`
// is a qualified name: before Python 3.11, code objects have only the plain name. Code that Dynamo
// has compiled keeps both names.
Role role_of(std::string_view file, std::string_view function, bool qualified);

// Determines pass and module from the frames of a thread. The caller adds the frames from the
// innermost one outward.
class Passes {
 public:
  // Adds a frame. `first_argument` is the address of the function's first argument. For a method,
  // this is the address of the object.
  void look_at(Role role, std::uintptr_t first_argument);

  // Returns the pass (forward, backward, …) that the thread is in. `in_backward` says whether
  // autograd runs in this thread.
  trace::Pass pass(bool in_backward) const;
  // Returns the index of the module in records (modules.h), or 0 if none is known.
  std::uint16_t module() const { return module_; }

 private:
  bool engine_ = false;
  bool optimizer_ = false;
  bool module_called_ = false;
  std::uint16_t module_ = 0;
};

}  // namespace gridlock::probe
