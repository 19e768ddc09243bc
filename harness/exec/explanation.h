// Collects evidence about a job that hangs, and makes files and records of it.
#pragma once

#include <filesystem>

#include "harness/diagnosis/evidence.h"
#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/stacks.h"
#include "harness/facts/outcome.h"

namespace gridlock::exec {

// Returns the evidence for the finding, with the stacks of the ranks. Takes seconds.
diagnosis::Evidence collect_evidence(const Job& job, const facts::Finding& finding,
                                     const StackOptions& options, OtherHosts& others);

// Writes the stacks and the recorded events of each rank to `folder`. Returns false if a file could
// not be written.
bool write_rank_evidence(const std::filesystem::path& folder, const Job& job,
                         const StackOptions& options);

// Returns the evidence for the finding, without stacks. Takes no noticeable time.
diagnosis::Evidence collect_evidence(const Job& job, const facts::Finding& finding);

// Returns what the ranks of the job on this host have recorded, even if they have exited. Includes
// the tracebacks of ranks that raised an exception.
diagnosis::Evidence recorded_evidence(const Job& job, const JobRegistry& registry);

// Returns recorded_evidence() with the stacks of all ranks that are still running.
diagnosis::Evidence evidence_with_stacks(const Job& job, const JobRegistry& registry,
                                         const StackOptions& options, OtherHosts& others);

// Returns an outcome with the finding of the evidence and with the stacks.
facts::Outcome outcome_of(const Job& job, const diagnosis::Evidence& evidence);
// Returns the outcome of a timeout: there was no event for `seconds`, and nothing else is certain.
facts::Outcome timeout_of(const diagnosis::Evidence& evidence, double seconds);

}  // namespace gridlock::exec
