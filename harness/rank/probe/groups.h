// The process groups that this rank has made, one entry for each of their backends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gridlock::probe {

// What a decorator must know of its group.
struct GroupIdentity {
  std::string name;
  std::string description;
  std::string backend;
  std::vector<int> members;      // global ranks, in order of rank within the group
  std::uint32_t timeout_ms = 0;  // of its calls; 0 = unknown
};

// Adds a group to the ring, before it is built: its presence there says that this rank has come to
// build it. Returns its index for records. Counts how many of this name and members there were.
std::uint32_t add_group(const GroupIdentity& group);

// Its backend says how many threads carry out its calls, or has another timeout.
void set_workers(std::uint32_t group, int workers);
void set_timeout(std::uint32_t group, std::uint32_t timeout_ms);

// Something else than the group's first collective is about to make its communicator, or may.
void set_connected(std::uint32_t group);

}  // namespace gridlock::probe
