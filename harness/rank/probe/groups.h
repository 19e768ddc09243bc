// The process groups that this rank has made, one entry for each of their backends.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace gridlock::probe {

// What a decorator must know of its group.
struct GroupIdentity {
  std::string name;
  std::string description;
  std::string backend;
  std::vector<int> members;  // global ranks, in order of rank within the group
};

// Adds a group to the ring, before it is built: its presence there says that this rank has come to
// build it. Returns its index for records. Counts how many of this name and members there were.
std::uint32_t add_group(const GroupIdentity& group);

// Something else than the group's first collective is about to make its communicator, or may.
void set_connected(std::uint32_t group);

// While it lives, backends are made: threads that appear meanwhile serve them. The ring is told of
// those before at once, since the making may never end.
class NewThreads {
 public:
  NewThreads();
  NewThreads(const NewThreads&) = delete;
  NewThreads& operator=(const NewThreads&) = delete;
  ~NewThreads();

 private:
  std::set<std::uint64_t> before_;
};

}  // namespace gridlock::probe
