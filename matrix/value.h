// One value of one axis: a boolean, an integer or a word. What TOML, ids, expressions and JSON
// share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace gridlock::matrix {

using Value = std::variant<bool, std::int64_t, std::string>;

// "true" / "false", decimal digits, or the word itself.
std::string to_string(const Value& value);

// The inverse: "true" and "false" are booleans, digits an integer, all else a word.
Value parse_value(std::string_view text);

}  // namespace gridlock::matrix
