#include "harness/text/columns.h"

#include <algorithm>

#include "harness/text/utf8.h"

namespace gridlock::text {
namespace {

std::string blanks(int count) {
  return std::string(static_cast<std::size_t>(std::max(0, count)), ' ');
}

// Returns the first `front` and the last `back` characters of `text`, with "…" between them.
std::string without_middle(std::string_view text, int front, int back) {
  const std::u32string all = characters(text);
  return encoded(all.substr(0, static_cast<std::size_t>(front))) + "…" +
         encoded(all.substr(all.size() - static_cast<std::size_t>(back)));
}

// Splits `text` at each `separator`. The separator " " gives words. The separator " --" gives the
// parts of a command, each of which begins with an option.
std::vector<std::string> parts_of(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// Fills lines of at most `width` columns. A part that is wider gets a line of its own.
std::vector<std::string> fill(const std::vector<std::string>& parts, int width) {
  std::vector<std::string> lines;
  for (const std::string& part : parts) {
    if (!lines.empty() && columns(lines.back()) + 1 + columns(part) <= width) {
      lines.back() += " " + part;
    } else {
      lines.push_back(part);
    }
  }
  return lines;
}

}  // namespace

int columns(std::string_view text) {
  return static_cast<int>(characters(text).size());
}

std::string pad(std::string_view text, int width) {
  return std::string(text) + blanks(width - columns(text));
}

std::string pad_left(std::string_view text, int width) {
  return blanks(width - columns(text)) + std::string(text);
}

std::string cut(std::string_view text, int width) {
  if (columns(text) <= width) return std::string(text);
  return width <= 0 ? "" : without_middle(text, width - 1, 0);
}

std::string cut_middle(std::string_view text, int width) {
  if (columns(text) <= width) return std::string(text);
  // Keeps twice as much of the end as of the beginning, because a path's end is more specific.
  const int front = (width - 1) / 3;
  return width <= 0 ? "" : without_middle(text, front, width - 1 - front);
}

std::vector<std::string> wrap(std::string_view text, std::string_view indent, int width,
                              LongWord long_word) {
  const int room = std::max(1, width - columns(indent));
  std::vector<std::string> words = parts_of(text, " ");
  if (long_word == LongWord::kCut) {
    for (std::string& word : words) word = cut_middle(word, room);
  }
  std::vector<std::string> lines = fill(words, room);
  for (std::string& line : lines) line.insert(0, indent);
  return lines;
}

std::vector<std::string> wrap_command(std::string_view command, std::string_view indent,
                                      int width) {
  constexpr int kBackslash = 2;
  const int room = width - columns(indent);
  auto lines = columns(command) <= room ? std::vector<std::string>{std::string(command)}
                                        : fill(parts_of(command, " --"), room - kBackslash);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i].insert(0, i == 0 ? std::string(indent) : std::string(indent) + "  ");
    if (i + 1 < lines.size()) lines[i] += " \\";
  }
  return lines;
}

}  // namespace gridlock::text
