// A crash, with the ranks at fault and a sentence about them.
#pragma once

#include <string>
#include <vector>

namespace gridlock::facts {

struct Crash {
  std::string crash_class;  // killed | raised | exited | exited early
  std::vector<int> ranks;   // ranks at fault; none if a command failed
  // Text such as "Rank 1 raised ValueError at train.py:38 (load_batch): bad batch".
  std::string sentence;
  std::string signature;
  int process = -1;  // the failed process; equal crashes share a sentence, so it is not in it
  int exit_code = 1;
  std::string error = {};  // first line of the exception, as "ValueError: bad batch"; else ""

  bool operator==(const Crash&) const = default;
};

}  // namespace gridlock::facts
