// The explanation of a job that hangs: as text, as files, as a record.
#pragma once

#include <filesystem>

#include "harness/diagnosis/evidence.h"
#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/stacks.h"
#include "harness/facts/outcome.h"

namespace gridlock::exec {

// Collects the evidence with the ranks' stacks, which takes seconds.
diagnosis::Evidence collect_evidence(const Job& job, const facts::Finding& finding,
                                     const StackOptions& options, OtherHosts& others);

// Writes those stacks and each rank's record to `folder`; returns false if a file could not be
// written.
bool write_rank_evidence(const std::filesystem::path& folder, const Job& job,
                         const StackOptions& options);

// Collects the same evidence without stacks, at once.
diagnosis::Evidence collect_evidence(const Job& job, const facts::Finding& finding);

// Returns the records of the job's ranks, ended or not, and the tracebacks of the ranks that
// raised.
diagnosis::Evidence recorded_evidence(const Job& job, const JobRegistry& registry);

// Returns the same with the stacks of the ranks that still run.
diagnosis::Evidence evidence_with_stacks(const Job& job, const JobRegistry& registry,
                                         const StackOptions& options, OtherHosts& others);

// Returns the finding of the evidence, with stacks.
facts::Outcome outcome_of(const Job& job, const diagnosis::Evidence& evidence);
// Returns a timeout: the only fact is that there was no event for `seconds`.
facts::Outcome timeout_of(const diagnosis::Evidence& evidence, double seconds);

}  // namespace gridlock::exec
