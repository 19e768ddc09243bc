// Shows the progress of `gridlock minimize`. On a terminal, it redraws one line. Otherwise it
// prints a line each time the script becomes shorter.
#pragma once

#include <string>

#include "minimizer/engine.h"
#include "minimizer/ranks/measurement.h"

namespace gridlock::cli {

class MinimizeProgress {
 public:
  // Shows progress on standard error, compared with this budget.
  explicit MinimizeProgress(minimizer::Budget budget);
  ~MinimizeProgress() { end(); }
  MinimizeProgress(const MinimizeProgress&) = delete;
  MinimizeProgress& operator=(const MinimizeProgress&) = delete;

  void show(const minimizer::Progress& progress);
  void show_verification(int ended, int runs);
  // Erases the line on the terminal.
  void end();

 private:
  void show_line(const std::string& words);

  minimizer::Budget budget_;
  bool terminal_;
  bool drawn_ = false;
  int lines_ = -1;
};

// Returns text such as "41 lines on 2 ranks; 131 candidates tried; expressions; 3 min 12 s".
std::string progress_words(const minimizer::Progress& progress, const minimizer::Budget& budget);

}  // namespace gridlock::cli
