// Combines names and words for a sentence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::text {

// Returns the element of `names` that was probably meant, or null when no element is near.
const std::string* nearest(std::string_view given, const std::vector<std::string>& names);

// Returns, for example, " (did you mean 'full_shard'?)" for the nearest of `names`, or "" when none
// is near.
std::string did_you_mean(std::string_view given, const std::vector<std::string>& names);

// Returns the parts with `between` between neighbors.
std::string joined(const std::vector<std::string>& parts, std::string_view between);

// Returns, for example, "fp32, bf16, fp16".
std::string listed(const std::vector<std::string>& names);

// Returns "a", "a and b" or "a, b and c".
std::string enumeration(const std::vector<std::string>& parts);

// Returns the text with its first letter in upper case.
std::string capitalized(std::string text);

}  // namespace gridlock::text
