// Derives where each rank waits, and for which ranks, from a claim that has passed its checks.
// Shares no code with the prover.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "harness/checker/claim.h"

namespace gridlock::checker {

// Something that several ranks may wait for together: a collective with equal arguments (and the
// same root, if only the root is needed), the messages of one rank in one direction, a store key,
// the creation of a group, or a lock.
struct Place {
  enum class Kind { kCollective, kSend, kReceive, kKey, kGroup, kLock };
  Kind kind = Kind::kCollective;
  // The group's name, creation and members.
  std::tuple<std::string, int, std::vector<int>> group = {};
  std::uint64_t number = 0;  // seq of a collective, hash of a key, or rank that issued a message
  Arguments arguments = {};  // arguments of a collective
  // The peer of a message (-1 means any source), or the root of a collective that needs its root.
  int peer = -1;
  std::vector<int> holders = {};  // holders of a lock

  auto operator<=>(const Place&) const = default;
};

// The ranks that wait at a place.
struct Waiters {
  const Group* group = nullptr;  // the group as one of the ranks recorded it
  const Call* call = nullptr;    // the call of one of the ranks
  std::set<int> ranks;           // the waiting ranks
  // The ranks that have not made the awaited call. For a store key, which any rank may set, the
  // rank that should have set it (due_setter), or none.
  std::set<int> missing;
};

struct BlockedThread {
  int rank = 0;
  std::int64_t thread = 0;
  std::set<int> waits_for;
};

struct Waits {
  std::map<Place, Waiters> places;
  std::vector<BlockedThread> threads;  // ordered by rank, then as in the facts
};

// Derives the waits. `claim` must have passed all its checks.
Waits waits_of(const Claim& claim);

// Returns the rank whose number is in the name of the key, if keys of this form belong to ranks:
// some other rank has set the key with its own number instead, and no rank has set the key of
// another rank. Returns nullopt otherwise. No proof rests on the result.
std::optional<int> due_setter(const Claim& claim, const StoreKey& key);

// The members whose calls of one collective have equal arguments.
struct Side {
  const Call* call = nullptr;  // one of these calls
  std::set<int> ranks;
  bool compiling = false;  // the compiler issued one of the open calls
};

// Returns the sides of the collective that the waiters wait in.
std::vector<Side> sides_of(const Claim& claim, const Waiters& waiters);

}  // namespace gridlock::checker
