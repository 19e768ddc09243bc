// Makes signatures of findings (signature.cc), crashes (crash_words.h, early_exit.h) and verdicts.
#pragma once

#include <string>
#include <vector>

namespace gridlock::diagnosis {

// Joins the parts that are not empty, as in "crash:raised:ValueError".
std::string signature_of(const std::vector<std::string>& parts);

}  // namespace gridlock::diagnosis
