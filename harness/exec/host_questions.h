// Asks for the state of a job's ranks on all of its hosts, and answers such questions.
#pragma once

#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/stacks.h"

namespace gridlock::exec {

// Takes two snapshots of all ranks of the job, on this host and the others; the result is in the
// job's examination. A rank without an answer is assumed to be able to do anything.
void examine(Job& job, OtherHosts& others);

// Answers a question of the first host; the answer is empty for a job that this host does not have.
protocol::HostAnswer answer_question(const protocol::HostQuestion& question, JobRegistry& registry,
                                     const StackOptions& options);

}  // namespace gridlock::exec
