// Versions as numbers, so that conditions can compare them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gridlock::matrix {

// Returns a number that orders versions: "2.9" < "2.11.0" < "2.11.1+cu130". Missing parts count as
// 0, and everything after the third number is ignored. Returns nullopt if the text begins with no
// number.
std::optional<std::int64_t> version_number(std::string_view version);

// Returns whether the text is one to three numbers with dots between them, such as "2.12".
bool is_plain_version(std::string_view text);

}  // namespace gridlock::matrix
