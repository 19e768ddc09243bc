// How signatures are put together: of findings (signature.cc), of crashes (crash_words.h,
// early_exit.h), of verdicts.
#pragma once

#include <string>
#include <vector>

namespace gridlock::diagnosis {

// Joins the parts that are not empty: "crash:raised:ValueError".
std::string signature_of(const std::vector<std::string>& parts);

}  // namespace gridlock::diagnosis
