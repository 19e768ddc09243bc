// Joins names and words for use in a sentence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::text {

// Returns the element of `names` that the user probably meant, or null if none is similar.
const std::string* nearest(std::string_view given, const std::vector<std::string>& names);

// Returns text such as " (did you mean 'full_shard'?)". Returns "" if none of `names` is similar.
std::string did_you_mean(std::string_view given, const std::vector<std::string>& names);

// Joins the parts, with `between` between neighbors.
std::string joined(const std::vector<std::string>& parts, std::string_view between);

// Returns text such as "fp32, bf16, fp16".
std::string listed(const std::vector<std::string>& names);

// Returns "a", "a and b" or "a, b and c".
std::string enumeration(const std::vector<std::string>& parts);

// Returns the text with its first letter in upper case.
std::string capitalized(std::string text);

}  // namespace gridlock::text
