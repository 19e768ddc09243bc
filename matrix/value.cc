#include "matrix/value.h"

#include <algorithm>
#include <charconv>

namespace gridlock::matrix {

std::string to_string(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

Value parse_value(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (!text.empty() && error == std::errc() && stop == end) return number;
  return std::string(text);
}

}  // namespace gridlock::matrix
