// Lines with colors.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::report {

constexpr int kUncut = std::numeric_limits<int>::max();  // columns

enum class Style { kPlain, kBold, kDim, kGood, kBad, kWarn };

// A line of styled text pieces. render() truncates the line before it adds colors, so no escape
// code is truncated.
class Line {
 public:
  Line& add(std::string_view text, Style style = Style::kPlain);
  Line& add(const Line& other);
  // Returns at most `width` columns of text. Contains escape codes only if `color` is true.
  std::string render(int width, bool color) const;

 private:
  struct Piece {
    std::string text;
    Style style;
  };
  std::vector<Piece> pieces_;
};

}  // namespace gridlock::report
