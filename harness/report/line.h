// Lines with colors.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock::report {

constexpr int kUncut = std::numeric_limits<int>::max();  // columns

enum class Style { kPlain, kBold, kDim, kGood, kBad, kWarn };

// A line made of styled pieces. Cut first and colored after, so that no escape code is cut.
class Line {
 public:
  Line& add(std::string_view text, Style style = Style::kPlain);
  Line& add(const Line& other);
  // At most `width` columns, with escape codes only where `color`.
  std::string render(int width, bool color) const;

 private:
  struct Piece {
    std::string text;
    Style style;
  };
  std::vector<Piece> pieces_;
};

}  // namespace gridlock::report
