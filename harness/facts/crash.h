// A crash: the ranks at fault, and the sentence about them.
#pragma once

#include <string>
#include <vector>

namespace gridlock::facts {

struct Crash {
  std::string crash_class;  // killed | raised | exited | exited early
  std::vector<int> ranks;   // ranks at fault; none if a command failed
  // "Rank 1 raised ValueError at train.py:38 (load_batch): bad batch".
  std::string sentence;
  std::string signature;
  int process = -1;  // the failed process; not in the sentence, which equal crashes share
  int exit_code = 1;
  std::string error = {};  // "ValueError: bad batch": first line of the exception; else ""

  bool operator==(const Crash&) const = default;
};

}  // namespace gridlock::facts
