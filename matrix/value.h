// One value of one axis: a boolean, an integer, a word or a float. TOML, ids, expressions and JSON
// share this type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace gridlock::matrix {

using Value = std::variant<bool, std::int64_t, std::string, double>;

// Returns "true" or "false", decimal digits, or the word itself. A float is written with a point or
// an exponent and the fewest digits that read back as the same number, such as "0.1", "1.0" and
// "1e+30".
std::string to_string(const Value& value);

// Inverts to_string(). "true" and "false" become booleans, digits become an integer, text in the
// form of a float becomes a float, and any other text becomes a word.
Value parse_value(std::string_view text);

// Converts an integer to a float; returns other values unchanged.
Value widened(const Value& value);

}  // namespace gridlock::matrix
