// The ladder of torch.compile's back ends. Each back end does what the one below it does, and more.
// So the first back end that shows a failure names the part of the compiler that the failure needs.
#pragma once

#include <string>

namespace gridlock::minimizer {

enum class Rung { kNone, kEager, kAotEager, kPartitioned, kInductor, kCustom };

// Returns torch's name of a rung, such as "aot_eager". kCustom, which is not a rung of torch, is
// "custom".
const char* backend_of(Rung rung);
// Returns the component that a rung adds to the rung below it, such as "AOTAutograd".
const char* component_of(Rung rung);
// Returns the rung of a back end, given its name in a script. Back ends outside the ladder are
// kCustom.
Rung rung_of(const std::string& backend);

}  // namespace gridlock::minimizer
