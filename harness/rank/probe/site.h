// The place in the program where a call is made, and the part of a training step.
#pragma once

#include "harness/rank/probe/recorder.h"
#include "harness/trace/ring.h"

namespace gridlock::probe {

// `site`: a hash of this thread's innermost Python frames (files, functions, instructions). It is
// the same in every rank that makes the call from the same place; 0 if there are no frames, or if
// this module does not support the frames of the interpreter's version. The first time, the ring
// records the place: "train.py:45", the innermost frame outside of torch.
//
// `pass`: optimizer within a step of an optimizer; else backward where autograd runs in this
// thread; else forward within the call of a module; else unknown. Eager and compiled code show all
// of these. `module`: the module whose parameters FSDP gathers or reduces (modules.h).
//
// Takes no GIL and no reference: a thread's own frames do not change while the thread is within a
// call.
CallSite call_site(trace::RingWriter& ring);

}  // namespace gridlock::probe
