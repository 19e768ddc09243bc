// Takes the stacks of ranks, and of processes that do not run under gridlock exec.
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
  std::function<void()> meanwhile = [] {};  // called while stacks are taken
  const JobRegistry* registry = nullptr;    // if set: also take the stacks of absent ranks
};

// The stacks as text, by rank. "" for a rank if its stacks could not be taken. Each
// capture_stacks() takes seconds.
using Stacks = std::map<int, std::string>;

Stacks capture_stacks(const std::vector<inspect::StackTarget>& targets,
                      const StackOptions& options);
// Takes the stacks of the job's ranks on this host.
Stacks capture_stacks(const Job& job, const StackOptions& options);
// Takes the stacks of the job's ranks on all hosts. Also writes the files of the other hosts' ranks
// to options.folder.
Stacks capture_stacks(const Job& job, const StackOptions& options, OtherHosts& others);

// Copies the files of the latest stacks to `folder`. Returns false if they cannot be written.
bool copy_stacks(const StackOptions& options, const std::filesystem::path& folder);

}  // namespace gridlock::exec
