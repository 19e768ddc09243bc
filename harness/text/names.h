// Names and words put together for a sentence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::text {

// The one of `names` that was probably meant, or null when none is near.
const std::string* nearest(std::string_view given, const std::vector<std::string>& names);

// " (did you mean 'full_shard'?)" for the nearest of `names`, or "" when none is near.
std::string did_you_mean(std::string_view given, const std::vector<std::string>& names);

// "fp32, bf16, fp16".
std::string listed(const std::vector<std::string>& names);

// "a", "a and b", "a, b and c".
std::string enumeration(const std::vector<std::string>& parts);

// The first letter in upper case.
std::string capitalized(std::string text);

}  // namespace gridlock::text
