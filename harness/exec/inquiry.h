// What the ranks of a job are in: asked on all of its hosts, and answered there.
#pragma once

#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/stacks.h"

namespace gridlock::exec {

// Looks twice at all ranks of the job, on this host and others; what was found is in its
// examination. A rank without an answer may do anything.
void examine(Job& job, OtherHosts& others);

// What another host answers to a question of the first one: nothing of a job that it does not know.
protocol::HostAnswer answer(const protocol::HostQuestion& question, JobRegistry& registry,
                            const StackTaking& how);

}  // namespace gridlock::exec
