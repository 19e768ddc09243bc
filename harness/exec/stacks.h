// The stacks of processes that do not expect to be asked.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <vector>

#include "harness/agent/stack_collector.h"
#include "harness/diagnosis/stack.h"

namespace gridlock::exec {

// By rank; a rank that could not be asked has none. Takes seconds, leaves py-spy's files in
// `folder`, and calls `meanwhile` from time to time.
std::map<int, std::vector<diagnosis::ThreadStack>> take_stacks(
    const std::vector<agent::Patient>& patients, const std::filesystem::path& py_spy,
    const std::filesystem::path& folder, const std::function<void()>& meanwhile);

}  // namespace gridlock::exec
