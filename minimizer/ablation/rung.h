// The ladder of torch.compile's backends. Each backend does what the backend below it does, and
// more. Therefore the first backend that shows a failure names the part of the compiler that the
// failure needs.
#pragma once

#include <string>

namespace gridlock::minimizer {

enum class Rung { kNone, kEager, kAotEager, kPartitioned, kInductor, kCustom };

// Returns torch's name of a rung, such as "aot_eager". kCustom, which is not a rung of torch, is
// "custom".
const char* backend_of(Rung rung);
// Returns the component that a rung adds to the rung below it, such as "AOTAutograd".
const char* component_of(Rung rung);
// Returns the rung of a backend, given its name in a script. A backend outside the ladder is
// kCustom.
Rung rung_of(const std::string& backend);

}  // namespace gridlock::minimizer
