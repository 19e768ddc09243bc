// The ladder of torch.compile's back ends: each one continues where the one before it has finished.
// So the first one that shows a failure names the part of the compiler that the failure needs.
#pragma once

#include <string>

namespace gridlock::minimizer {

enum class Rung { kNone, kEager, kAotEager, kPartitioned, kInductor, kCustom };

// Returns torch's name: "aot_eager". kCustom, which is no part of torch, is "custom".
const char* backend_of(Rung rung);
// Returns the component that the rung adds to the one below: "AOTAutograd".
const char* component_of(Rung rung);
// Returns the rung of a backend, given its name in a script. Backends outside the ladder are
// kCustom.
Rung rung_of(const std::string& backend);

}  // namespace gridlock::minimizer
