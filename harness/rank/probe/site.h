// Determines where in the program a call is made, and in which part of a training step.
#pragma once

#include "harness/rank/probe/recorder.h"
#include "harness/trace/ring.h"

namespace gridlock::probe {

// Returns the site of a call that this thread is about to make.
//
// `site` is a hash of the thread's innermost Python frames (files, functions, instructions). Ranks
// that make a call at the same place in the program have equal hashes. The hash is 0 if there are
// no frames, or if this version of Python is not supported. When a site occurs for the first time,
// this function adds it to the ring, with the program's innermost line, such as "train.py:45", and
// the line of the library that the program called (code_owner.h), if any.
//
// `pass` is optimizer during a step of an optimizer, otherwise backward if autograd runs in this
// thread, otherwise forward within the call of a module, and otherwise unknown. This holds in eager
// and in compiled code. `module` is the module whose parameters FSDP gathers or reduces
// (modules.h).
//
// The function takes no GIL and no reference: while a thread is within a call, the thread's own
// frames do not change.
SiteRecord call_site(trace::RingWriter& ring);

}  // namespace gridlock::probe
