// Lines of styled text.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::report {

constexpr int kUncut = std::numeric_limits<int>::max();  // a width for render() that cuts no line

enum class Style { kPlain, kBold, kDim, kGood, kBad, kWarn };

// A line made of styled pieces. render() cuts the line before it adds colors, so that no escape
// code is cut.
class Line {
 public:
  Line& add(std::string_view text, Style style = Style::kPlain);
  Line& add(const Line& other);
  // Returns at most `width` columns of text. Escape codes occur only if `color` is set.
  std::string render(int width, bool color) const;

 private:
  struct Piece {
    std::string text;
    Style style;
  };
  std::vector<Piece> pieces_;
};

}  // namespace gridlock::report
