// Implements `gridlock dump`, which prints the state of a running job.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"

namespace gridlock::exec {

// Returns the finding that best explains why a job with the probe hangs. Without a finding, returns
// where all ranks are. The result is text, or one line of JSON with the finding record and stacks
// (exec/explanation.h). It ends in a line break.
std::string dump(Job& job, const JobRegistry& registry, OtherHosts& others,
                 const std::filesystem::path& py_spy, DumpFormat format);

// Returns the state of the process `pid` and of all processes below it. If one of them runs under
// gridlock exec, returns the answer of that exec. Otherwise returns only the stacks of the Python
// processes, which prove nothing. Throws std::runtime_error if the process `pid` does not exist, if
// none of the processes runs Python, or if JSON is requested without gridlock exec.
std::string dump(pid_t pid, const std::filesystem::path& py_spy, DumpFormat format);

}  // namespace gridlock::exec
