// Phases and signatures in the sentences of verdicts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::verdict {

// A phase without the number that differs from run to run: "step 2" is "step".
std::string phase_kind(std::string_view phase);

// "in step 2", "in build"; "before its first phase" for a rank that entered none.
std::string in_phase(std::string_view phase);

// Joins the parts that are not empty: "crash:raised:ValueError".
std::string signature_of(const std::vector<std::string>& parts);

}  // namespace gridlock::verdict
