// One value of one axis: a boolean, an integer, a word or a float. What TOML, ids, expressions and
// JSON share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace gridlock::matrix {

using Value = std::variant<bool, std::int64_t, std::string, double>;

// "true" / "false", decimal digits, or the word itself. A float has a point, and the fewest digits
// that read back as the same number: "0.1", "1.0", "1e+30".
std::string to_string(const Value& value);

// The inverse: "true" and "false" are booleans, digits an integer, what is written like
// a float is one, all else a word.
Value parse_value(std::string_view text);

// An integer as a float; anything else stays.
Value widened(const Value& value);

}  // namespace gridlock::matrix
