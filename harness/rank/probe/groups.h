// The process groups that this rank has created. Each backend of a group has a separate entry.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gridlock::probe {

// The properties of a group that the decorator of the group's backend needs.
struct GroupIdentity {
  std::string name;
  std::string description;
  std::string backend;
  std::vector<int> members;      // global ranks, in the order of the ranks within the group
  std::uint32_t timeout_ms = 0;  // of the group's calls; 0 means unknown
};

// Adds a group to the ring and returns the group's index for records. Groups with equal name and
// members are numbered in the order of their creation. Called before the group is built, because
// the entry means that this rank has started to build the group; merge and shrink call the function
// afterwards.
std::uint32_t add_group(const GroupIdentity& group);

// Record the number of threads that execute the calls of the group's backend, and the group's new
// timeout.
void set_workers(std::uint32_t group, int workers);
void set_timeout(std::uint32_t group, std::uint32_t timeout_ms);

// Records that the group's communicator may be created by something other than the group's first
// collective.
void set_connected(std::uint32_t group);

}  // namespace gridlock::probe
