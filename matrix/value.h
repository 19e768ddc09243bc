// One value of one axis: a boolean, an integer, a word or a float. TOML, ids, expressions and JSON
// share this type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace gridlock::matrix {

using Value = std::variant<bool, std::int64_t, std::string, double>;

// Returns "true" / "false", decimal digits, or the word itself. A float has a point, and the fewest
// digits that read back as the same number: "0.1", "1.0", "1e+30".
std::string to_string(const Value& value);

// The inverse: "true" and "false" are booleans, digits are an integer, a word in the form of a
// float is a float, and everything else is a word.
Value parse_value(std::string_view text);

// Converts an integer to a float; returns other values unchanged.
Value widened(const Value& value);

}  // namespace gridlock::matrix
