// What the text of a Python exception tells, and where it was raised.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct Exception {
  std::string error;               // "ValueError: bad shape", its first line
  std::vector<Frame> frames = {};  // of its traceback, outermost first; may be cut at the outer end
};

// Whether it tells of another process that is gone rather than of a fault in this one.
bool is_fallout(std::string_view error);

// "ValueError" of "ValueError: bad shape", "Unsupported" of "torch._dynamo.exc.Unsupported: …"; ""
// when the text does not begin with a name.
std::string exception_type(std::string_view error);

// "bad shape" of "ValueError: bad shape".
std::string exception_message(std::string_view error);

}  // namespace gridlock::diagnosis
