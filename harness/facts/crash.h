// A crash, with the ranks at fault and a sentence about them.
#pragma once

#include <string>
#include <vector>

namespace gridlock::facts {

struct Crash {
  std::string crash_class;  // killed | raised | exited | exited early
  std::vector<int> ranks;   // ranks at fault; empty if a command without ranks failed
  // Text such as "Rank 1 raised ValueError at train.py:38 (load_batch): bad batch".
  std::string sentence;
  std::string signature;
  int process = -1;  // id of the failed process; `sentence` does not contain it
  int exit_code = 1;
  std::string error = {};  // first line of the exception: "ValueError: bad batch"; "" = none

  bool operator==(const Crash&) const = default;
};

}  // namespace gridlock::facts
