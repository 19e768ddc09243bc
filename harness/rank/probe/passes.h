// Which part of a training step a call belongs to, and which module: what the Python functions
// below which it is made tell.
#pragma once

#include <cstdint>
#include <string_view>

#include "harness/trace/record.h"

namespace gridlock::probe {

// What a function of torch tells of the calls below it.
enum class Role : std::uint8_t { kNone, kModule, kEngine, kOptimizer, kParameterGroup };

// By the path of its file, and its qualified name; before Python 3.11, code has its plain name
// alone. Compiled code keeps both.
Role role_of(std::string_view file, std::string_view function, bool qualified);

// Looks at the frames of a thread, from the innermost one outwards.
class Passes {
 public:
  // `first_argument`: the address of the object.
  void look_at(Role role, std::uintptr_t first_argument);

  // `in_backward`: autograd runs in this thread.
  trace::Pass pass(bool in_backward) const;
  // As records name it (modules.h); 0 where none is known.
  std::uint16_t module() const { return module_; }

 private:
  bool engine_ = false;
  bool optimizer_ = false;
  bool module_called_ = false;
  std::uint16_t module_ = 0;
};

}  // namespace gridlock::probe
