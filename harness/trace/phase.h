// Words for the phases of a rank.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/trace/record.h"

namespace gridlock::trace {

// Parses "start", "group", "build", "compile", "step" or "done". Returns nullopt for any other
// word.
std::optional<Phase> parse_phase(std::string_view word);

// Returns text such as "build", or "step 1" for the second step (steps count from 0). Returns
// "phase 77" for a corrupt record.
std::string describe_phase(const Record& record);

}  // namespace gridlock::trace
