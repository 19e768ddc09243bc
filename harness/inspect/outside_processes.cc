#include "harness/inspect/outside_processes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "harness/inspect/kernel_threads.h"
#include "harness/inspect/known_programs.h"
#include "harness/process/files.h"

namespace gridlock::inspect {
namespace {

constexpr std::string_view kStoreServer = "gridlock-store\n";  // set by store_server.py

bool is_among(pid_t process, const std::vector<pid_t>& processes) {
  return std::ranges::count(processes, process) > 0;
}

std::vector<pid_t> ancestors(const process::ProcessTable& table, const std::vector<pid_t>& ranks) {
  const std::map<pid_t, pid_t> parents = table.parents();
  std::vector<pid_t> result;
  for (pid_t process : ranks) {
    for (auto at = parents.find(process); at != parents.end(); at = parents.find(at->second)) {
      if (is_among(at->second, result)) break;
      result.push_back(at->second);
    }
  }
  return result;
}

// Returns whether the process waits for its children, as a shell does. Such a process acts only
// after a child has ended.
bool waits_for_its_children(pid_t process) {
  const auto threads = kernel_threads(process);
  return std::ranges::all_of(threads, [](const KernelThread& thread) {
    return thread.state == 'Z' ||
           thread.system_call.doing.starts_with("waits for a child process") ||
           thread.system_call.doing.starts_with("waits for child process");
  });
}

}  // namespace

pid_t root_of(const process::ProcessTable& table, const std::vector<pid_t>& ranks) {
  const std::map<pid_t, pid_t> parents = table.parents();
  for (const pid_t rank : ranks) {
    const auto parent = parents.find(rank);
    if (parent == parents.end()) continue;  // the process is gone
    return is_gridlock(parent->second) ? parent->second : getpid();
  }
  return getpid();
}

std::vector<pid_t> own_processes(const process::ProcessTable& table, pid_t root,
                                 const std::vector<pid_t>& ranks) {
  std::vector<pid_t> own{root};
  const std::vector<pid_t> above = ancestors(table, ranks);
  for (const pid_t process : process::descendants(table, root)) {
    const bool keeps = is_among(process, above) && is_gridlock(process);
    const bool serves = process::read_text(fmt::format("/proc/{}/comm", process)) == kStoreServer;
    if (keeps || serves) own.push_back(process);
  }
  return own;
}

std::vector<std::string> outside_processes(const process::ProcessTable& table, pid_t root,
                                           const std::vector<pid_t>& known) {
  std::vector<std::string> result;
  const std::map<pid_t, pid_t> parents = table.parents();
  for (const pid_t process : process::descendants(table, root)) {
    const auto parent = parents.find(process);
    if (parent == parents.end()) continue;  // the process is gone
    if (is_among(process, known) || is_helper(process, parent->second)) continue;
    if (waits_for_its_children(process)) continue;
    result.push_back(fmt::format("process {} ({}) is not a rank and may set the key", process,
                                 executable_of(process).filename().string()));
  }
  return result;
}

}  // namespace gridlock::inspect
