// Explains a job that hangs, as text, as files and as a record.
#pragma once

#include <filesystem>

#include "harness/diagnosis/evidence.h"
#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/stacks.h"
#include "harness/facts/outcome.h"

namespace gridlock::exec {

// Returns the evidence with the stacks of the ranks. Taking the stacks takes seconds.
diagnosis::Evidence collect_evidence(const Job& job, const facts::Finding& finding,
                                     const StackOptions& options, OtherHosts& others);

// Writes the stacks and the record of each rank to `folder`. Returns false if a file could not be
// written.
bool write_rank_evidence(const std::filesystem::path& folder, const Job& job,
                         const StackOptions& options);

// Returns the evidence without stacks, which takes no noticeable time.
diagnosis::Evidence collect_evidence(const Job& job, const facts::Finding& finding);

// Returns the records of all ranks of the job, running or ended, and the tracebacks of those that
// raised.
diagnosis::Evidence recorded_evidence(const Job& job, const JobRegistry& registry);

// Returns recorded_evidence() and the stacks of the ranks that are still running.
diagnosis::Evidence evidence_with_stacks(const Job& job, const JobRegistry& registry,
                                         const StackOptions& options, OtherHosts& others);

// Returns the finding of the evidence as an outcome with stacks.
facts::Outcome outcome_of(const Job& job, const diagnosis::Evidence& evidence);
// Returns the outcome of a timeout, whose only fact is that there was no event for `seconds`.
facts::Outcome timeout_of(const diagnosis::Evidence& evidence, double seconds);

}  // namespace gridlock::exec
