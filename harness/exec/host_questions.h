// Asks all hosts of a job for the state of its ranks, and answers such questions.
#pragma once

#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/stacks.h"

namespace gridlock::exec {

// Takes two snapshots of all ranks of the job, on this host and the others. The result is in the
// examination of the job. A rank that does not answer may do anything.
void examine(Job& job, OtherHosts& others);

// Answers a question of the first host. The answer is empty if this host has no such job.
protocol::HostAnswer answer_question(const protocol::HostQuestion& question, JobRegistry& registry,
                                     const StackOptions& options);

}  // namespace gridlock::exec
