// Where in the program a call is made.
#pragma once

#include <cstdint>

#include "harness/trace/ring.h"

namespace gridlock::probe {

// A hash of this thread's innermost Python frames (files, functions, instructions), the same in
// every rank that makes the call from the same place; 0 where there are none, or the interpreter is
// of a version whose frames this module does not know. Takes no GIL and no reference: a thread's
// own frames stay as they are while it is within a call. The first time, the ring records where
// that is: "train.py:45", the innermost frame outside of torch.
std::uint64_t call_site(trace::RingWriter& ring);

}  // namespace gridlock::probe
