// The ladder of torch.compile's back ends: where the next one begins, the one before has done its
// work. So the first one that shows a failure names the part of the compiler that the failure
// needs.
#pragma once

#include <string>

namespace gridlock::minimizer {

enum class Rung { kNone, kEager, kAotEager, kPartitioned, kInductor, kCustom };

// As torch calls it: "aot_eager". Of kCustom, one that is no part of torch: "custom".
const char* backend_of(Rung rung);
// What it adds to the one below: "AOTAutograd".
const char* component_of(Rung rung);
// Of a backend as a script names it. All that are not of the ladder are kCustom.
Rung rung_of(const std::string& backend);

}  // namespace gridlock::minimizer
