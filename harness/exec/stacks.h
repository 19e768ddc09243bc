// Takes the stacks of processes that are not prepared for it.
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

struct StackTaking {
  std::filesystem::path py_spy;             // "": no stacks
  std::filesystem::path folder;             // a writable folder for the stack files
  std::function<void()> meanwhile = [] {};  // called from time to time
  const JobRegistry* registry = nullptr;    // finds the ranks that have not joined a job
};

// py-spy's output, by rank; "" for a rank whose stacks could not be taken. Taking them takes
// seconds.
using Stacks = std::map<int, std::string>;

Stacks take_stacks(const std::vector<inspect::StackTarget>& targets, const StackTaking& how);
// Takes the stacks of the job's ranks on this host.
Stacks take_stacks(const Job& job, const StackTaking& how);
// Also takes the stacks of the other hosts' ranks, and writes their files to the folder too.
Stacks take_stacks(const Job& job, const StackTaking& how, OtherHosts& others);

// Copies the files of the last stacks to `folder`; returns false if they cannot be written.
bool keep_stacks(const StackTaking& how, const std::filesystem::path& folder);

}  // namespace gridlock::exec
