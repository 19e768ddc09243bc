#include "harness/exec/number.h"

#include <charconv>

namespace gridlock::exec {

std::optional<int> whole_number(std::string_view text, int most) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= 0 && number <= most ? std::optional(number) : std::nullopt;
}

}  // namespace gridlock::exec
