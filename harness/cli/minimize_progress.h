// What `gridlock minimize` shows while it works: one line that is drawn anew on a terminal, else a
// line when the script has become shorter.
#pragma once

#include <string>

#include "minimizer/engine.h"
#include "minimizer/ranks/measurement.h"

namespace gridlock::cli {

class MinimizeProgress {
 public:
  // On standard error.
  explicit MinimizeProgress(minimizer::Budget budget);
  ~MinimizeProgress() { end(); }
  MinimizeProgress(const MinimizeProgress&) = delete;
  MinimizeProgress& operator=(const MinimizeProgress&) = delete;

  void show(const minimizer::Progress& progress);
  void show_verification(int ended, int runs);
  // Takes the line away.
  void end();

 private:
  void show_line(const std::string& words);

  minimizer::Budget budget_;
  bool terminal_;
  bool drawn_ = false;
  int lines_ = -1;
};

// "41 lines on 2 ranks; 131 candidates judged; expressions; 3 min 12 s".
std::string progress_words(const minimizer::Progress& progress, const minimizer::Budget& budget);

// "200" candidates, "90s", "10m", "2h". Throws matrix::InputError for anything else.
minimizer::Budget parse_budget(const std::string& text);

}  // namespace gridlock::cli
