// Where in the program a call is made, and in which part of a training step.
#pragma once

#include "harness/rank/probe/recorder.h"
#include "harness/trace/ring.h"

namespace gridlock::probe {

// `site`: a hash of this thread's innermost Python frames (files, functions, instructions), the
// same in every rank that makes the call from the same place; 0 where there are none, or the
// interpreter is of a version whose frames this module does not know. The first time, the ring
// records where that is: "train.py:45", the innermost frame outside of torch.
//
// `pass`: optimizer within a step of an optimizer; else backward where autograd runs in this
// thread; else forward within the call of a module; else unknown. All of these are there in eager
// and in compiled code alike. `module`: the one whose parameters FSDP2 gathers or reduces
// (modules.h).
//
// Takes no GIL and no reference: a thread's own frames stay as they are while it is within a call.
CallSite call_site(trace::RingWriter& ring);

}  // namespace gridlock::probe
