#include "harness/rank/probe/groups.h"

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

}  // namespace

std::uint32_t add_group(const GroupIdentity& group) {
  const int creation = count_creation(group);
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return trace::kGroups;
  return ring->add_group(
      {{group.name, group.description, group.members, creation, group.backend}, group.timeout_ms});
}

void set_workers(std::uint32_t group, int workers) {
  if (trace::RingWriter* ring = writer()) ring->set_workers(group, workers);
}

void set_timeout(std::uint32_t group, std::uint32_t timeout_ms) {
  if (trace::RingWriter* ring = writer()) ring->set_timeout(group, timeout_ms);
}

void set_backend(std::uint32_t group, const std::string& backend) {
  if (trace::RingWriter* ring = writer()) ring->set_backend(group, backend);
}

void set_connected(std::uint32_t group) {
  if (trace::RingWriter* ring = writer()) ring->set_connected(group);
}

}  // namespace gridlock::probe
