// The stacks of processes that do not expect to be asked.
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
  std::filesystem::path folder;             // that can be written: for its files
  std::function<void()> meanwhile = [] {};  // called from time to time
  const JobRegistry* registry = nullptr;    // knows the ranks that have not come to a job
};

// What py-spy says, by rank; "" of a rank that could not be asked. Takes seconds.
using Stacks = std::map<int, std::string>;

Stacks take_stacks(const std::vector<inspect::StackTarget>& targets, const StackTaking& how);
// Of the ranks of the job that live on this host.
Stacks take_stacks(const Job& job, const StackTaking& how);
// And of other hosts, whose files go to the folder too.
Stacks take_stacks(const Job& job, const StackTaking& how, OtherHosts& others);

// Copies the files of the last stacks to `folder`; false where that cannot be written.
bool keep_stacks(const StackTaking& how, const std::filesystem::path& folder);

}  // namespace gridlock::exec
