// Which exception a thread is handling when it calls or waits: one that waits in a `finally` block
// forever prints it never.
#pragma once

#include "harness/trace/ring.h"

namespace gridlock::probe {

// From now on describe(error), a Python function, gives the text of an exception: its first line,
// and on the next line where it was raised. Called with the GIL.
void set_exception_describer(void* describe);

// Tells the ring what this thread handles, where that is another exception than it told last.
// Takes the GIL only to describe a new exception. Keeps none alive.
void tell_exception(trace::RingWriter& ring);

}  // namespace gridlock::probe
