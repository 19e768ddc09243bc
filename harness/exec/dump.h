// gridlock dump: how a job is that runs now.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"

namespace gridlock::exec {

// Of a job whose ranks have the probe: the finding that explains best why it stands still, or where
// all ranks are. As text, or as one line of JSON: the finding record with stacks
// (exec/explanation.h). Ends in a line break.
std::string dump(Job& job, const JobRegistry& registry, OtherHosts& others,
                 const std::filesystem::path& py_spy, DumpFormat format);

// Of the process `pid` and all below it. Where an exec looks after them, its answer; of any other
// Python processes the stacks alone, which prove nothing. Throws std::runtime_error where there is
// no such process, no Python below it, or where JSON is asked for and no exec looks after it.
std::string dump(pid_t pid, const std::filesystem::path& py_spy, DumpFormat format);

}  // namespace gridlock::exec
