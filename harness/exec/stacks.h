// Takes the stacks of processes that were not prepared for stack dumps.
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
  const JobRegistry* registry = nullptr;    // finds the ranks that have not joined a job
};

// py-spy's output, by rank; "" for a rank whose stacks could not be taken. Collecting all stacks
// takes seconds.
using Stacks = std::map<int, std::string>;

Stacks capture_stacks(const std::vector<inspect::StackTarget>& targets,
                      const StackOptions& options);
// Takes the stacks of the job's ranks on this host.
Stacks capture_stacks(const Job& job, const StackOptions& options);
// Takes the stacks of the job's ranks on all hosts. Writes the files of the other hosts' ranks to
// the folder too.
Stacks capture_stacks(const Job& job, const StackOptions& options, OtherHosts& others);

// Copies the files of the most recent stacks to `folder`. Returns false if the files cannot be
// written.
bool copy_stacks(const StackOptions& options, const std::filesystem::path& folder);

}  // namespace gridlock::exec
