// Formats the phases of a training run for sentences and signatures.
#pragma once

#include <string>
#include <string_view>

namespace gridlock::diagnosis {

// Returns a phase without the number of the step, which differs between runs: "step" for "step 2".
std::string phase_kind(std::string_view phase);

// Returns text such as "in step 2" or "in build". Returns "before its first phase" for a rank that
// has entered no phase.
std::string in_phase(std::string_view phase);

}  // namespace gridlock::diagnosis
