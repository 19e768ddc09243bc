// Threads of libraries that wake others of their process, and who asks them to.
#pragma once

#include <sys/types.h>

#include <vector>

#include "harness/prover/facts.h"
#include "harness/trace/ring.h"

namespace gridlock::agent {

// A feeder whose library no idle thread is within has nobody to wake: it becomes harmless.
void rest_unasked_feeders(pid_t process, const std::vector<trace::ThreadRecord>& origins,
                          std::vector<prover::Thread>& threads);

}  // namespace gridlock::agent
