#include "harness/report/screen.h"

#include <fmt/format.h>

#include <string>

namespace gridlock::report {
namespace {

constexpr const char* kHideCursor = "\x1b[?25l";
constexpr const char* kShowCursor = "\x1b[?25h";

// Returns escape codes that move the cursor to the start of a block of `lines` lines and erase
// everything from there on.
std::string erase(std::size_t lines) {
  if (lines == 0) return "";
  return fmt::format("\r\x1b[{}A\x1b[J", lines);
}

}  // namespace

void Screen::draw(const std::vector<Line>& above, const std::vector<Line>& block) {
  std::string text;
  if (!hidden_) text += kHideCursor;
  hidden_ = true;
  text += erase(drawn_);
  for (const Line& line : above) text += line.render(kUncut, sink_.color()) + "\n";
  // The last column stays empty, because some terminals add an empty line after a full line.
  const int width = sink_.width() - 1;
  for (const Line& line : block) text += line.render(width, sink_.color()) + "\n";
  drawn_ = block.size();
  sink_.write(text);
}

void Screen::close() {
  if (!hidden_) return;
  sink_.write(erase(drawn_) + kShowCursor);
  drawn_ = 0;
  hidden_ = false;
}

}  // namespace gridlock::report
