#include "harness/process/oom.h"

#include <fstream>
#include <sstream>
#include <string>

namespace gridlock::process {
namespace {

namespace fs = std::filesystem;

// Reads a line such as "oom_kill 3".
std::optional<std::uint64_t> count_in(const fs::path& file) {
  std::ifstream lines(file);
  std::string name;
  std::uint64_t count = 0;
  while (lines >> name >> count) {
    if (name == "oom_kill") return count;
  }
  return std::nullopt;
}

// Splits a line of /proc/self/cgroup, such as "4:memory:/jobs/7" (version 1) or "0::/jobs/7"
// (version 2).
struct Membership {
  std::string controllers, path;
};

Membership parse(const std::string& line) {
  std::istringstream words(line);
  Membership membership;
  std::string number;
  std::getline(words, number, ':');
  std::getline(words, membership.controllers, ':');
  std::getline(words, membership.path);
  return membership;
}

}  // namespace

// Within a container, the path in /proc/self/cgroup may be that of the host. The container's own
// group is then the root of the mount.
std::optional<std::uint64_t> oom_kills(const fs::path& root) {
  const fs::path groups = root / "sys/fs/cgroup";
  std::ifstream memberships(root / "proc/self/cgroup");
  for (std::string line; std::getline(memberships, line);) {
    const Membership membership = parse(line);
    const bool memory = membership.controllers == "memory";
    if (!memory && !membership.controllers.empty()) continue;
    const fs::path mount = memory ? groups / "memory" : groups;
    const char* const file = memory ? "memory.oom_control" : "memory.events";
    for (const fs::path& folder : {mount / fs::path(membership.path).relative_path(), mount}) {
      if (const auto count = count_in(folder / file)) return count;
    }
  }
  return std::nullopt;
}

}  // namespace gridlock::process
