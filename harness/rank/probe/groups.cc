#include "harness/rank/probe/groups.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>

#include "harness/rank/probe/recorder.h"

namespace gridlock::probe {
namespace {

int count_creation(const GroupIdentity& group) {
  static std::mutex mutex;
  static auto* made = new std::map<std::pair<std::string, std::vector<int>>, int>;
  const std::lock_guard lock(mutex);
  return (*made)[{group.name, group.members}]++;
}

std::set<std::uint64_t> threads_of_this_process() {
  std::set<std::uint64_t> threads;
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
    threads.insert(std::strtoull(task.path().filename().c_str(), nullptr, 10));
  }
  return threads;
}

}  // namespace

NewThreads::NewThreads() : before_(threads_of_this_process()) {
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return;
  for (const std::uint64_t thread : before_) ring->add_program_thread(thread);
}

NewThreads::~NewThreads() {
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return;
  for (const std::uint64_t thread : threads_of_this_process()) {
    if (!before_.contains(thread)) ring->add_library_thread(thread);
  }
}

std::uint32_t add_group(const GroupIdentity& group) {
  const int creation = count_creation(group);
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return trace::kGroups;
  return ring->add_group(
      {group.name, group.description, group.backend, creation, group.members, 0, false});
}

void set_connected(std::uint32_t group) {
  if (trace::RingWriter* ring = writer()) ring->set_connected(group);
}

}  // namespace gridlock::probe
