// Records the exception that a thread is handling when it makes a call or waits. Without the record
// the exception may be lost: a thread that waits forever in a `finally` block never prints it.
#pragma once

#include "harness/trace/ring.h"

namespace gridlock::probe {

// Sets the Python function that describes exceptions from now on. describe(error) returns two
// lines: the first line of the exception's text, and the file and line where the exception was
// raised. The function is called with the GIL.
void set_exception_describer(void* describe);

// Records in the ring the exception that this thread handles, unless it is the exception that this
// thread recorded last. Takes the GIL only to describe a new exception. Keeps no exception alive.
void tell_exception(trace::RingWriter& ring);

}  // namespace gridlock::probe
