// What the threads are within that are asleep until another thread of their process wakes them, as
// their stacks tell: so whose threads may wake them.
#pragma once

#include <sys/types.h>

#include <vector>

#include "harness/facts/facts.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// An idle thread within torch or NCCL is in doubt: it waits for their threads, which serve more
// than calls there: who destroys a process group waits until its watchdog has ended. A thread of
// autograd's, one for each GPU of the machine, is not: it waits for tasks, which threads in a
// backward hand it (ReadyQueue::pop, torch/csrc/autograd/engine.cpp). And a feeder whose library no
// idle thread is within has no thread to wake: it becomes harmless.
void place_idle_threads(pid_t process, const std::vector<trace::ThreadRecord>& origins,
                        std::vector<facts::Thread>& threads);

}  // namespace gridlock::inspect
