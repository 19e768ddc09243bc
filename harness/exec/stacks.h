// The stacks of processes that do not expect to be asked.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/agent/stack_collector.h"

namespace gridlock::exec {

struct StackTaking {
  std::filesystem::path py_spy;             // "": no stacks
  std::filesystem::path folder;             // keeps its files
  std::function<void()> meanwhile = [] {};  // called from time to time
};

// What py-spy says of each, by rank; "" of a rank that could not be asked. Takes seconds.
std::map<int, std::string> take_stacks(const std::vector<agent::Patient>& patients,
                                       const StackTaking& how);

}  // namespace gridlock::exec
