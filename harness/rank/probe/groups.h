// The process groups that this rank has created. Each backend of a group has an entry of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gridlock::probe {

// The properties of a group that its decorator needs.
struct GroupIdentity {
  std::string name;
  std::string description;
  std::string backend;
  std::vector<int> members;      // global ranks, in the order of the ranks within the group
  std::uint32_t timeout_ms = 0;  // timeout of the group's calls; 0 means unknown
};

// Adds a group to the ring. Returns the group's index in records. Groups with the same name and
// members are numbered in the order of their creation. The entry means that this rank has begun to
// create the group, so the caller adds it before the group exists. For merge and shrink, the caller
// adds it after the group exists.
std::uint32_t add_group(const GroupIdentity& group);

// set_workers() records the number of threads that execute the calls of the group's backend.
// set_timeout() records the group's new timeout.
void set_workers(std::uint32_t group, int workers);
void set_timeout(std::uint32_t group, std::uint32_t timeout_ms);

// Replaces the name of the group's backend.
void set_backend(std::uint32_t group, const std::string& backend);

// Records that the group's communicator may exist before the group's first collective.
void set_connected(std::uint32_t group);

}  // namespace gridlock::probe
