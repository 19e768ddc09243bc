// The plain values that rings and facts (harness/facts/facts.h) share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gridlock::trace {

// A process group as one rank describes it. Two ranks mean the same group if name, members and
// `creation` agree. The name alone is not enough, because torch gives one name to several groups,
// such as "1" to groups of disjoint ranks.
struct Group {
  std::string name;            // torch's name of the group
  std::string description;     // "mesh_cp", "default_pg"; for people
  std::vector<int> members;    // global ranks, in order of rank within the group
  int creation = 0;            // number of earlier groups with this name and these members
  std::string backend;         // "gloo", "nccl"
  std::uint64_t enqueued = 0;  // collectives ever issued on it; the next one has seq = enqueued + 1
  bool connected = false;      // its communicator may exist before its first collective
  // Number of threads that execute the group's calls in order. 0 means the number in the backend's
  // table. -1 means unknown.
  int workers = 0;
};

// A key of a store. Only people use the name.
struct StoreKey {
  std::uint64_t hash = 0;
  std::string name;  // "" = unknown

  bool operator==(const StoreKey& other) const { return hash == other.hash; }
};

// A call site in the program, such as "train.py:45".
struct Site {
  std::uint64_t site = 0;
  std::string place;
};

// An exception that a thread handles in an `except` block, a `finally` block or the exit of a
// `with` statement. It has not been printed yet.
struct Handling {
  std::string error;  // "KeyError: 'x'"; "" = none
  std::string place;  // where it was raised, "train.py:12"; "" = unknown

  bool operator==(const Handling&) const = default;
};

}  // namespace gridlock::trace
