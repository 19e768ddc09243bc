// Takes the stacks of processes that were not prepared for it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/inspect/stack_collector.h"

namespace gridlock::exec {

struct StackOptions {
  std::filesystem::path py_spy;             // "" means no stacks
  std::filesystem::path folder;             // a writable folder for the stack files
  std::function<void()> meanwhile = [] {};  // called from time to time
  const JobRegistry* registry = nullptr;    // finds ranks that have not joined a job
};

// The output of py-spy, by rank. "" for a rank whose stacks could not be taken. Taking them takes
// seconds.
using Stacks = std::map<int, std::string>;

Stacks capture_stacks(const std::vector<inspect::StackTarget>& targets,
                      const StackOptions& options);
// Takes the stacks of the job's ranks on this host.
Stacks capture_stacks(const Job& job, const StackOptions& options);
// Takes the stacks of the job's ranks on all hosts. The folder also gets the files of the other
// hosts' ranks.
Stacks capture_stacks(const Job& job, const StackOptions& options, OtherHosts& others);

// Copies the files of the latest stacks to `folder`. Returns false if they cannot be written.
bool copy_stacks(const StackOptions& options, const std::filesystem::path& folder);

}  // namespace gridlock::exec
