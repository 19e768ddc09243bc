// Requests the state of a job's ranks from all of its hosts, and answers such requests.
#pragma once

#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/stacks.h"

namespace gridlock::exec {

// Takes two snapshots of all ranks of the job, on this host and the others, and stores the result
// in the job's examination. A rank that does not answer is assumed to be able to do anything.
void examine(Job& job, OtherHosts& others);

// Answers a request of the first host. The answer is empty if the job does not run on this host.
protocol::HostAnswer answer_question(const protocol::HostQuestion& question, JobRegistry& registry,
                                     const StackOptions& options);

}  // namespace gridlock::exec
