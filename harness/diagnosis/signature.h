// Composes signatures of findings (signature.cc), of crashes (crash_words.h, early_exit.h), and of
// verdicts.
#pragma once

#include <string>
#include <vector>

namespace gridlock::diagnosis {

// Joins the non-empty parts: "crash:raised:ValueError".
std::string signature_of(const std::vector<std::string>& parts);

}  // namespace gridlock::diagnosis
