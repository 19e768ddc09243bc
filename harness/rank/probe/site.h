// The file and line at which a call is made, and the part of a training step.
#pragma once

#include "harness/rank/probe/recorder.h"
#include "harness/trace/ring.h"

namespace gridlock::probe {

// Returns the call site of a call that this thread is about to make.
//
// `site` is a hash of this thread's innermost Python frames (files, functions, instructions). Ranks
// that make a call from the same place in the program have equal hashes. The hash is 0 if there are
// no frames, or if this module does not support the interpreter's frames. When a site occurs for
// the first time, the ring records file and line of the innermost frame outside of torch, such as
// "train.py:45".
//
// `pass` is optimizer in a step of an optimizer, else backward if autograd runs in this thread,
// else forward in the call of a module, else unknown. All values occur in eager and in compiled
// code. `module` is the module whose parameters FSDP gathers or reduces (modules.h).
//
// The function takes no GIL and no reference, because a thread's own frames do not change while the
// thread is within a call.
SiteRecord call_site(trace::RingWriter& ring);

}  // namespace gridlock::probe
