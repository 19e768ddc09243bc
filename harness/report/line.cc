#include "harness/report/line.h"

#include <array>

#include "harness/text/columns.h"

namespace gridlock::report {
namespace {

constexpr std::array<std::string_view, 6> kCodes = {"",         "\x1b[1m",  "\x1b[2m",
                                                    "\x1b[32m", "\x1b[31m", "\x1b[33m"};

}  // namespace

Line& Line::add(std::string_view text, Style style) {
  pieces_.push_back({std::string(text), style});
  return *this;
}

Line& Line::add(const Line& other) {
  pieces_.insert(pieces_.end(), other.pieces_.begin(), other.pieces_.end());
  return *this;
}

std::string Line::render(int width, bool color) const {
  std::string line;
  for (const Piece& piece : pieces_) {
    const std::string text = text::cut(piece.text, width);
    width -= text::columns(text);
    const bool styled = color && piece.style != Style::kPlain && !text.empty();
    if (styled) line += kCodes.at(static_cast<std::size_t>(piece.style));
    line += text;
    if (styled) line += "\x1b[0m";
    if (text != piece.text) break;
  }
  return line;
}

}  // namespace gridlock::report
