// What is said of a job that hangs: in words, as files, as a record.
#pragma once

#include <filesystem>

#include "harness/diagnosis/evidence.h"
#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/stacks.h"
#include "harness/facts/outcome.h"

namespace gridlock::exec {

// Takes the stacks of its ranks, which takes seconds.
diagnosis::Evidence gather(const Job& job, const facts::Finding& finding, const StackTaking& how,
                           OtherHosts& others);

// Writes those stacks and what each rank recorded to `folder`; false where something could not be
// written.
bool write_ranks(const std::filesystem::path& folder, const Job& job, const StackTaking& how);

// The same without stacks, at once.
diagnosis::Evidence gather(const Job& job, const facts::Finding& finding);

// What its ranks, gone or not, have recorded, and the tracebacks of those that raised.
diagnosis::Evidence last_records(const Job& job, const JobRegistry& registry);

// The same with the stacks of those that run.
diagnosis::Evidence with_stacks(const Job& job, const JobRegistry& registry, const StackTaking& how,
                                OtherHosts& others);

// The finding of the evidence, with stacks.
facts::Outcome outcome_of(const Job& job, const diagnosis::Evidence& evidence);
// Where nothing is known but that nothing has happened for so long.
facts::Outcome timeout_of(const diagnosis::Evidence& evidence, double seconds);

}  // namespace gridlock::exec
