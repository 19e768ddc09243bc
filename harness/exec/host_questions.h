// Asks all hosts of a job for the state of its ranks, and answers such questions.
#pragma once

#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/stacks.h"

namespace gridlock::exec {

// Takes two snapshots of all ranks of the job, on this host and on the other hosts, and passes them
// to job.examination. If a host does not answer, nothing is proved about its ranks.
void examine(Job& job, OtherHosts& others);

// Answers a question of the first host. The answer is empty if this host does not have the job.
protocol::HostAnswer answer_question(const protocol::HostQuestion& question, JobRegistry& registry,
                                     const StackOptions& options);

}  // namespace gridlock::exec
