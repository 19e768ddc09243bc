// Refines the state of threads that sleep until another thread of their process wakes them. The
// stack of such a thread shows which library the thread waits in, and therefore which threads may
// wake it.
#pragma once

#include <sys/types.h>

#include <vector>

#include "harness/facts/facts.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// An idle thread within torch or NCCL becomes doubtful, because it waits for threads of these
// libraries, which do more than serve calls (for example, a thread that destroys a process group
// waits for the end of the group's watchdog). An exception is autograd's own thread for each GPU:
// that thread waits for tasks from threads in a backward (ReadyQueue::pop,
// torch/csrc/autograd/engine.cpp). A feeder becomes harmless if no idle thread is within the
// feeder's library, because the feeder then has no thread to wake.
void classify_idle_threads(pid_t process, const std::vector<trace::ThreadRecord>& origins,
                           std::vector<facts::Thread>& threads);

}  // namespace gridlock::inspect
