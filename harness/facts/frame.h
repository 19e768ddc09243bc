// A frame of a Python or native stack.
#pragma once

#include <string>

namespace gridlock::facts {

struct Frame {
  std::string function;
  std::string file;  // the library of a native frame; "" when unknown
  int line = 0;      // 0 = unknown

  bool operator==(const Frame&) const = default;
};

}  // namespace gridlock::facts
