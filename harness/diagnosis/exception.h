// Reads what the text of a Python exception contains, and where it was raised.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/diagnosis/stack.h"

namespace gridlock::diagnosis {

struct Exception {
  std::string error;               // "ValueError: bad shape", its first line
  std::vector<Frame> frames = {};  // of its traceback, outermost first; may lack the outer end
};

// Returns whether the error is about another process that ended rather than a fault in this one.
bool is_fallout(std::string_view error);

// Returns "ValueError" for "ValueError: bad shape" and "Unsupported" for
// "torch._dynamo.exc.Unsupported: …"; "" when the text does not begin with a name.
std::string exception_type(std::string_view error);

// Returns "bad shape" for "ValueError: bad shape".
std::string exception_message(std::string_view error);

}  // namespace gridlock::diagnosis
