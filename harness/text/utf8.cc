#include "harness/text/utf8.h"

#include <utf8cpp/utf8.h>

#include <algorithm>

#include "harness/text/columns.h"

namespace gridlock::text {
namespace {

// Returns whether the character is a C0 control, DEL or a C1 control. Some terminals interpret C1
// controls too.
bool is_control(char32_t character) {
  return character < U' ' || (character >= 0x7f && character < 0xa0);
}

}  // namespace

std::u32string characters(std::string_view text) {
  return utf8::utf8to32(utf8::replace_invalid(text, U'\uFFFD'));
}

std::string encoded(std::u32string_view characters) {
  return utf8::utf32to8(characters);
}

std::string clean(std::string_view text) {
  std::u32string result = characters(text);
  std::ranges::replace_if(result, is_control, U' ');
  const std::size_t begin = std::min(result.find_first_not_of(U' '), result.size());
  return encoded(result.substr(begin, result.find_last_not_of(U' ') + 1 - begin));
}

std::string printable(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  std::u32string result = characters(line.substr(line.rfind('\r') + 1));  // none: npos + 1 is 0
  std::ranges::replace_if(result, is_control, U' ');
  return encoded(result);
}

std::string one_line(std::string_view text, int most) {
  std::string line = clean(text);
  const auto repeated = std::ranges::unique(
      line, [](char before, char after) { return before == ' ' && after == ' '; });
  line.erase(repeated.begin(), repeated.end());
  return cut(line, most);
}

}  // namespace gridlock::text
