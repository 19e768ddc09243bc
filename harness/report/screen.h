// Draws on a terminal: a block of lines at the bottom that is redrawn each time, and lines that
// scroll away above it. Hides the cursor while there is a block, and shows it again at the end in
// every case.
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

  // Replaces the block by `above`, which stays, and the new block; a single write avoids flicker.
  // Lines of the block are cut to the width, since the terminal must not break them; those above
  // are not cut, since people read and copy them.
  void draw(const std::vector<Line>& above, const std::vector<Line>& block);

  // Removes the block and shows the cursor.
  void close();

 private:
  Sink& sink_;
  std::size_t drawn_ = 0;  // lines of the block on the terminal
  bool hidden_ = false;
};

}  // namespace gridlock::report
