// Refines the state of threads that sleep until another thread of their process wakes them. The
// stack of such a thread shows which library it waits in, and thus which threads may wake it.
#pragma once

#include <sys/types.h>

#include <vector>

#include "harness/facts/facts.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// Makes an idle thread doubtful if it waits within torch or NCCL, because threads of these
// libraries may wake it. For example, a thread that destroys a process group waits for the end of
// the group's watchdog. Autograd's thread for each GPU stays idle: it waits for tasks from threads
// in a backward (ReadyQueue::pop in torch/csrc/autograd/engine.cpp).
//
// Makes a feeder harmless if no idle thread waits within the feeder's library, because the feeder
// then has no thread to wake.
void classify_idle_threads(pid_t process, const std::vector<trace::ThreadRecord>& origins,
                           std::vector<facts::Thread>& threads);

}  // namespace gridlock::inspect
