// Draws on a terminal: a block of lines at the bottom that is drawn anew each time, and lines that
// scroll away above it. Hides the cursor while there is a block; puts it back in the end, come what
// may.
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

  // Replaces the block by `above`, which stays, and the new block. One write: nothing flickers.
  // Lines of the block are cut to the width, as the terminal must not break them; those above are
  // not, as they are there to be read and copied.
  void draw(const std::vector<Line>& above, const std::vector<Line>& block);

  // Takes the block away and shows the cursor.
  void close();

 private:
  Sink& sink_;
  std::size_t drawn_ = 0;  // lines of the block on the terminal
  bool hidden_ = false;
};

}  // namespace gridlock::report
