// Records the exception that a thread handles while it makes a call or waits. Otherwise the
// exception could get lost: a thread that waits forever in a `finally` block never prints it.
#pragma once

#include "harness/trace/ring.h"

namespace gridlock::probe {

// Sets the Python function that describes exceptions. describe(error) returns two lines: the first
// line of the exception's text, and the file and line where the exception was raised. It is called
// with the GIL.
void set_exception_describer(void* describe);

// Records in the ring the exception that this thread handles, unless it is the one that the thread
// recorded last. Takes the GIL only to describe a new exception. Holds no reference to an
// exception.
void tell_exception(trace::RingWriter& ring);

}  // namespace gridlock::probe
