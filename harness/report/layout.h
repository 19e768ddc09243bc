// How text is fitted into columns and coloured. Every character counts as one column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock::report {

// The widest that anything is drawn where the text is not cut to a terminal.
inline constexpr int kPageWidth = 100;

// Columns that UTF-8 text takes.
int columns(std::string_view text);

// Cuts what is wider than `width`; "…" stands for the rest.
std::string fit(std::string_view text, int width);

// `text` and blanks behind it (pad) or in front of it (pad_left), `width` columns in all.
std::string pad(std::string_view text, int width);
std::string pad_left(std::string_view text, int width);

// `text` broken at blanks into lines of at most `width` columns, each behind `indent`. A word that
// is wider has a line of its own: names and paths are never cut.
std::vector<std::string> wrap(std::string_view text, std::string_view indent, int width);

// A shell command of at most `width` columns a line, each behind `indent`: broken before its
// options, with a backslash, so that it can still be copied as it stands.
std::vector<std::string> wrap_command(std::string_view command, std::string_view indent, int width);

enum class Style { kPlain, kBold, kDim, kGood, kBad, kWarn };

// A line made of styled pieces. Cut first and coloured after, so that no escape code is cut.
class Line {
 public:
  Line& add(std::string_view text, Style style = Style::kPlain);
  Line& add(const Line& other);
  // At most `width` columns, with escape codes only where `colour`.
  std::string render(int width, bool colour) const;

 private:
  struct Piece {
    std::string text;
    Style style;
  };
  std::vector<Piece> pieces_;
};

}  // namespace gridlock::report
