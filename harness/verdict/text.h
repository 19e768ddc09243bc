// Small pieces of the sentences that verdicts are told in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::verdict {

// `text` on one line: control characters (a rank may print escape codes) and runs of blanks become
// one blank, and what is longer than `most` bytes ends in "…". Never cuts a UTF-8 character.
std::string one_line(std::string_view text, std::size_t most = 200);

// "rank 2", "ranks 0-3, 7". Sorted ranks; lower case, for the middle of a sentence.
std::string rank_list(const std::vector<int>& ranks);

// The sentence's first letter in upper case.
std::string capitalised(std::string text);

// A phase without the number that differs from run to run: "step 2" is "step".
std::string phase_kind(std::string_view phase);

// "in step 2", "in build"; "before it said anything" for a rank that entered no phase.
std::string in_phase(std::string_view phase);

// Joins the parts that are not empty: "crash:raised:ValueError".
std::string signature_of(const std::vector<std::string>& parts);

}  // namespace gridlock::verdict
