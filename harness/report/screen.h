// Draws on a terminal: a block of lines at the bottom, which is redrawn each time, and lines above
// it, which scroll away. The cursor is hidden while there is a block, and always visible at the
// end.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/report/line.h"
#include "harness/report/sink.h"

namespace gridlock::report {

class Screen {
 public:
  explicit Screen(Sink& sink) : sink_(sink) {}
  ~Screen() { close(); }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // Prints the lines `above`, and replaces the old block by the new one. Writes once, to avoid
  // flicker. Lines of the block are cut to the width of the terminal, so that the terminal does not
  // wrap them. The lines `above` are not cut, because users copy them.
  void draw(const std::vector<Line>& above, const std::vector<Line>& block);

  // Removes the block and shows the cursor.
  void close();

 private:
  Sink& sink_;
  std::size_t drawn_ = 0;  // lines of the block on the terminal
  bool hidden_ = false;
};

}  // namespace gridlock::report
