#include "matrix/version.h"

#include <array>
#include <charconv>

namespace gridlock::matrix {
namespace {

constexpr std::int64_t kLargestPart = 999;

struct Parts {
  std::array<std::int64_t, 3> numbers{};
  std::size_t count = 0;
  std::string_view rest;  // what follows the last number
};

Parts parts_of(std::string_view text) {
  Parts parts;
  while (parts.count < parts.numbers.size()) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0 || number > kLargestPart) break;
    parts.numbers[parts.count++] = number;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    parts.rest = text;
    if (!text.starts_with('.')) break;
    text.remove_prefix(1);
  }
  return parts;
}

}  // namespace

std::optional<std::int64_t> version_number(std::string_view version) {
  const Parts parts = parts_of(version);
  if (parts.count == 0) return std::nullopt;
  constexpr std::int64_t kBase = kLargestPart + 1;
  return (parts.numbers[0] * kBase + parts.numbers[1]) * kBase + parts.numbers[2];
}

bool is_plain_version(std::string_view text) {
  const Parts parts = parts_of(text);
  return parts.count > 0 && parts.rest.empty();
}

}  // namespace gridlock::matrix
