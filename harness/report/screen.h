// Draws on a terminal: a block of lines at the bottom, which is redrawn each time, and lines above
// the block, which scroll away. Hides the cursor while there is a block, and always shows the
// cursor again at the end.
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

  // Replaces the old block with the lines `above`, which are kept, and the new block. A single
  // write avoids flicker. Lines of the block are truncated to the terminal's width, so that the
  // terminal does not wrap them. The lines `above` are not truncated because users read and copy
  // them.
  void draw(const std::vector<Line>& above, const std::vector<Line>& block);

  // Removes the block and shows the cursor.
  void close();

 private:
  Sink& sink_;
  std::size_t drawn_ = 0;  // lines of the block on the terminal
  bool hidden_ = false;
};

}  // namespace gridlock::report
