// Reads the text of a Python exception.
#pragma once

#include <string>
#include <string_view>

#include "harness/facts/exception.h"

namespace gridlock::diagnosis {

using facts::Exception;

// Returns whether the error only shows that another process has ended. The process with such an
// error is not at fault.
bool is_fallout(std::string_view error);

// Returns the type of the exception: "ValueError" for "ValueError: bad shape", and "Unsupported"
// for "torch._dynamo.exc.Unsupported: …". Returns "" if the text does not begin with a name.
std::string exception_type(std::string_view error);

// Returns the message of the exception: "bad shape" for "ValueError: bad shape".
std::string exception_message(std::string_view error);

}  // namespace gridlock::diagnosis
