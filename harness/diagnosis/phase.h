// The phases of a training in sentences and signatures.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::diagnosis {

// A phase without the number that differs from run to run: "step 2" is "step".
std::string phase_kind(std::string_view phase);

// "in step 2", "in build"; "before its first phase" for a rank that entered none.
std::string in_phase(std::string_view phase);

}  // namespace gridlock::diagnosis
