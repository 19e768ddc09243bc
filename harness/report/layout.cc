#include "harness/report/layout.h"

#include <algorithm>
#include <array>

namespace gridlock::report {
namespace {

bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

// The first `count` characters.
std::string_view first(std::string_view text, int count) {
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (begins_character(text[end]) && count-- == 0) break;
  }
  return text.substr(0, end);
}

// Fills lines with the words that `next` takes off the front of `text`.
template <typename Next>
std::vector<std::string> fill(std::string_view text, int width, const Next& next) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::string word = next(text);
    if (word.empty()) continue;
    if (!lines.empty() && columns(lines.back()) + 1 + columns(word) <= width) {
      lines.back() += " " + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

// Takes what stands before `separator` off `text`, and the first `drop` characters of the rest.
std::string take(std::string_view& text, std::size_t separator, std::size_t drop) {
  const std::string word(text.substr(0, separator));
  text.remove_prefix(separator == std::string_view::npos ? text.size() : separator + drop);
  return word;
}

constexpr std::array<std::string_view, 6> kCodes = {"",         "\x1b[1m",  "\x1b[2m",
                                                    "\x1b[32m", "\x1b[31m", "\x1b[33m"};

}  // namespace

int columns(std::string_view text) {
  return static_cast<int>(std::ranges::count_if(text, begins_character));
}

std::string fit(std::string_view text, int width) {
  if (columns(text) <= width) return std::string(text);
  if (width <= 0) return "";
  return std::string(first(text, width - 1)) + "…";
}

std::string pad(std::string_view text, int width) {
  return std::string(text) +
         std::string(static_cast<std::size_t>(std::max(0, width - columns(text))), ' ');
}

std::string pad_left(std::string_view text, int width) {
  return std::string(static_cast<std::size_t>(std::max(0, width - columns(text))), ' ') +
         std::string(text);
}

std::vector<std::string> wrap(std::string_view text, std::string_view indent, int width) {
  auto lines = fill(text, width - columns(indent),
                    [](std::string_view& rest) { return take(rest, rest.find(' '), 1); });
  for (std::string& line : lines) line.insert(0, indent);
  return lines;
}

std::vector<std::string> wrap_command(std::string_view command, std::string_view indent,
                                      int width) {
  const int backslash = 2;
  const bool fits = columns(command) + columns(indent) <= width;
  auto lines = fits ? std::vector<std::string>{std::string(command)}
                    : fill(command, width - columns(indent) - backslash,
                           [](std::string_view& rest) { return take(rest, rest.find(" --"), 1); });
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i].insert(0, i == 0 ? std::string(indent) : std::string(indent) + "  ");
    if (i + 1 < lines.size()) lines[i] += " \\";
  }
  return lines;
}

Line& Line::add(std::string_view text, Style style) {
  pieces_.push_back({std::string(text), style});
  return *this;
}

Line& Line::add(const Line& other) {
  pieces_.insert(pieces_.end(), other.pieces_.begin(), other.pieces_.end());
  return *this;
}

std::string Line::render(int width, bool colour) const {
  std::string line;
  for (const Piece& piece : pieces_) {
    const std::string text = fit(piece.text, width);
    width -= columns(text);
    const bool styled = colour && piece.style != Style::kPlain && !text.empty();
    if (styled) line += kCodes.at(static_cast<std::size_t>(piece.style));
    line += text;
    if (styled) line += "\x1b[0m";
    if (text != piece.text) break;
  }
  return line;
}

}  // namespace gridlock::report
