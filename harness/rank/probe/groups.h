// The process groups that this rank has created, one entry for each of their backends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gridlock::probe {

// The properties of its group that a decorator needs.
struct GroupIdentity {
  std::string name;
  std::string description;
  std::string backend;
  std::vector<int> members;      // global ranks, in order of rank within the group
  std::uint32_t timeout_ms = 0;  // of the group's calls; 0 = unknown
};

// Adds a group to the ring and returns its index for records. Called before the group is built,
// except by merge and shrink: the entry means that this rank has started to build the group. Counts
// the groups of the same name and members.
std::uint32_t add_group(const GroupIdentity& group);

// Record the number of threads that execute the calls of the group's backend, or its new timeout.
void set_workers(std::uint32_t group, int workers);
void set_timeout(std::uint32_t group, std::uint32_t timeout_ms);

// Records that something other than the group's first collective is about to create its
// communicator, or may create it.
void set_connected(std::uint32_t group);

}  // namespace gridlock::probe
