// gridlock dump: prints the state of a running job.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"

namespace gridlock::exec {

// Returns the finding that best explains why a job with the probe stands still. Without a finding,
// returns where all ranks are. The result is text, or one line of JSON: the finding record with
// stacks (exec/explanation.h). Ends in a line break.
std::string dump(Job& job, const JobRegistry& registry, OtherHosts& others,
                 const std::filesystem::path& py_spy, DumpFormat format);

// Dumps the process `pid` and all processes below it. Returns the answer of the exec that watches
// `pid` if there is one. Otherwise returns only the stacks of the Python processes, which prove
// nothing. Throws std::runtime_error if there is no such process, if no Python runs below it, or if
// JSON is requested and no exec watches the process.
std::string dump(pid_t pid, const std::filesystem::path& py_spy, DumpFormat format);

}  // namespace gridlock::exec
