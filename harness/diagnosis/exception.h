// Reads the text of a Python exception.
#pragma once

#include <string>
#include <string_view>

#include "harness/facts/exception.h"

namespace gridlock::diagnosis {

using facts::Exception;

// Returns whether the error is about the end of another process rather than a fault in this
// process.
bool is_fallout(std::string_view error);

// Returns the exception's type: "ValueError" for "ValueError: bad shape" and "Unsupported" for
// "torch._dynamo.exc.Unsupported: …". Returns "" when the text does not begin with a name.
std::string exception_type(std::string_view error);

// Returns the exception's message: "bad shape" for "ValueError: bad shape".
std::string exception_message(std::string_view error);

}  // namespace gridlock::diagnosis
