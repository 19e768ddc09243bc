#include "matrix/value.h"

#include <charconv>
#include <cmath>
#include <optional>

namespace gridlock::matrix {

namespace {

// Formats a float. Uses fixed notation if the result is short, such as 0.00001 for 1e-05, because
// '-' separates parts in ids.
std::string digits(double number) {
  if (number == 0) return "0.0";  // also for minus zero
  const double size = std::abs(number);
  const bool fixed = size >= 1e-9 && size < 1e15;
  char text[64];
  const auto format = fixed ? std::chars_format::fixed : std::chars_format::scientific;
  std::string result(text, std::to_chars(text, text + sizeof text, number, format).ptr);
  return fixed && result.find('.') == std::string::npos ? result + ".0" : result;
}

// Reads a float in the form that digits() writes. "1e5", "nan" and "inf" are therefore words.
std::optional<double> read_float(std::string_view text) {
  if (text.find_first_of(".+-") == std::string_view::npos) return std::nullopt;
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace

std::string to_string(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&value)) return digits(*number);
  return std::get<std::string>(value);
}

Value widened(const Value& value) {
  const auto* number = std::get_if<std::int64_t>(&value);
  return number != nullptr ? Value(static_cast<double>(*number)) : value;
}

Value parse_value(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (!text.empty() && error == std::errc() && stop == end) return number;
  if (const auto fraction = read_float(text)) return *fraction;
  return std::string(text);
}

}  // namespace gridlock::matrix
