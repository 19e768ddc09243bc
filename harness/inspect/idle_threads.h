// Refines the state of threads that sleep until another thread of their process wakes them: their
// stacks show which library they wait in, and so which threads may wake them.
#pragma once

#include <sys/types.h>

#include <vector>

#include "harness/facts/facts.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// An idle thread within torch or NCCL becomes doubtful: it waits for their threads, which do more
// than serve calls (a thread that destroys a process group waits for the end of its watchdog). An
// exception is autograd's own thread for each GPU: it waits for tasks that threads in a backward
// give it (ReadyQueue::pop, torch/csrc/autograd/engine.cpp). A feeder becomes harmless if no idle
// thread is within its library, because it then has no thread to wake.
void classify_idle_threads(pid_t process, const std::vector<trace::ThreadRecord>& origins,
                           std::vector<facts::Thread>& threads);

}  // namespace gridlock::inspect
