#include "harness/diagnosis/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace gridlock::diagnosis {
namespace {

constexpr std::size_t kMostRanges = 8;

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

// Bytes of the UTF-8 character that begins `text`, 0 where there is none. Overlong forms, halves of
// surrogate pairs and numbers above U+10FFFF are none.
std::size_t character_size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t size = first < 0x80   ? 1
                           : first < 0xc2 ? 0
                           : first < 0xe0 ? 2
                           : first < 0xf0 ? 3
                           : first < 0xf5 ? 4
                                          : 0;
  if (size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if (!continues(text[i])) return 0;
  }
  if (size < 3) return size;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool bad = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                   (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return bad ? 0 : size;
}

// C0 controls and DEL, and the C1 controls (U+0080 to U+009F) that some terminals obey.
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 2)
    return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
  return character.size() == 1 && (first < ' ' || first == 0x7f);
}

std::string_view first_characters(std::string_view text, int count) {
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (!continues(text[end]) && count-- == 0) break;
  }
  return text.substr(0, end);
}

std::string_view last_characters(std::string_view text, int count) {
  const std::string_view front = first_characters(text, std::max(0, columns(text) - count));
  return text.substr(front.size());
}

}  // namespace

std::string clean(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(size, 1));
    if (size == 0) {
      result += '?';
    } else if (is_control(character)) {
      result += ' ';
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  const std::size_t begin = std::min(result.find_first_not_of(' '), result.size());
  return result.substr(begin, result.find_last_not_of(' ') + 1 - begin);
}

int columns(std::string_view text) {
  return static_cast<int>(std::ranges::count_if(text, [](char c) { return !continues(c); }));
}

std::string pad(std::string_view text, int width) {
  const int blanks = std::max(0, width - columns(text));
  return std::string(text) + std::string(static_cast<std::size_t>(blanks), ' ');
}

std::string cut(std::string_view text, int width) {
  if (columns(text) <= width) return std::string(text);
  return width <= 0 ? "" : std::string(first_characters(text, width - 1)) + "…";
}

std::string cut_middle(std::string_view text, int width) {
  if (columns(text) <= width) return std::string(text);
  if (width <= 0) return "";
  // The end of a path says more than its beginning.
  const int front = (width - 1) / 3;
  return std::string(first_characters(text, front)) + "…" +
         std::string(last_characters(text, width - 1 - front));
}

std::vector<std::string> wrap(std::string_view text, std::string_view indent, int width) {
  std::vector<std::string> lines;
  const int room = std::max(1, width - columns(indent));
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word = cut_middle(text.substr(0, end), room);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!lines.empty() && columns(lines.back()) + 1 + columns(word) <= room) {
      lines.back() += " " + word;
    } else {
      lines.push_back(word);
    }
  }
  for (std::string& line : lines) line.insert(0, indent);
  return lines;
}

std::string ranges(const std::vector<int>& numbers, std::string_view separator) {
  std::string text;
  std::size_t parts = 0;
  for (std::size_t i = 0; i < numbers.size(); ++parts) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (i > 0) text += separator;
    if (parts == kMostRanges) return text + fmt::format("… ({})", numbers.size());
    text += std::to_string(numbers[i]);
    if (last > i) text += fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return text;
}

std::string rank_list(const std::vector<int>& ranks) {
  if (ranks.empty()) return "no rank";
  return (ranks.size() == 1 ? "rank " : "ranks ") + ranges(ranks, ", ");
}

std::string duration(double seconds) {
  seconds = std::isfinite(seconds) ? std::max(0.0, seconds) : 1e30;
  if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
  if (seconds < 119.5) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7170) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{:.0f} h", seconds / 3600);
  if (seconds < 730 * 86400.0) return fmt::format("{:.0f} days", seconds / 86400);
  return "years";
}

std::string capitalised(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string enumeration(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

}  // namespace gridlock::diagnosis
