#include "harness/process/process_tree.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>

#include "harness/process/proc_stat.h"

namespace gridlock::process {
namespace {

class SystemTable : public ProcessTable {
 public:
  std::map<pid_t, pid_t> parents() const override {
    std::map<pid_t, pid_t> result;
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir("/proc"), closedir);
    if (!directory) return result;
    while (const dirent* entry = readdir(directory.get())) {
      pid_t pid = 0;
      const char* end = entry->d_name + std::strlen(entry->d_name);
      if (std::from_chars(entry->d_name, end, pid).ptr != end) continue;
      const ProcStat stat = read_stat(pid);
      if (stat.is_living() && stat.parent != 0) result[pid] = stat.parent;
    }
    return result;
  }

  void kill(pid_t pid, int signal) const override { ::kill(pid, signal); }
};

void reap_children() {
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

}  // namespace

const ProcessTable& system_table() {
  static const SystemTable table;
  return table;
}

std::vector<pid_t> descendants(const ProcessTable& table, pid_t root,
                               const std::set<pid_t>& spared) {
  std::map<pid_t, std::vector<pid_t>> children;
  for (const auto& [pid, parent] : table.parents()) {
    if (!spared.contains(pid)) children[parent].push_back(pid);
  }
  std::vector<pid_t> found = children[root];
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::vector<pid_t> below = children[found[i]];
    found.insert(found.end(), below.begin(), below.end());
  }
  return found;
}

bool kill_descendants(const ProcessTable& table, pid_t root, double seconds,
                      const std::set<pid_t>& spared) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (true) {
    const std::vector<pid_t> left = descendants(table, root, spared);
    if (root == getpid()) reap_children();
    if (left.empty()) return true;
    for (const pid_t pid : left) table.kill(pid, SIGKILL);
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

void kill_child(pid_t child) {
  const std::vector<pid_t> below = descendants(system_table(), child);
  kill(child, SIGKILL);
  for (const pid_t pid : below) kill(pid, SIGKILL);
  waitpid(child, nullptr, 0);
}

void end_child(pid_t child) {
  const std::vector<pid_t> below = descendants(system_table(), child);
  kill(child, SIGTERM);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (waitpid(child, nullptr, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) return kill_child(child);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  // A program such as cmake does not pass the signal on.
  for (const pid_t pid : below) kill(pid, SIGKILL);
}

}  // namespace gridlock::process
