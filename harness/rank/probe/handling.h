// The exception that a thread is handling when it calls or waits: a thread that waits in a
// `finally` block forever never prints its exception.
#pragma once

#include "harness/trace/ring.h"

namespace gridlock::probe {

// Sets the Python function that describes exceptions from now on: describe(error) returns the text
// of an exception, its first line, and on the next line the place where it was raised. Called with
// the GIL.
void set_exception_describer(void* describe);

// Records in the ring the exception that this thread handles, if it differs from the last one
// recorded by this thread. Takes the GIL only to describe a new exception. Keeps no exception
// alive.
void tell_exception(trace::RingWriter& ring);

}  // namespace gridlock::probe
