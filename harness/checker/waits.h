// Who waits where and for whom, derived from a claim that holds. Written anew from what the words
// of certificate.h mean; nothing of it is the prover's.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "harness/checker/claim.h"

namespace gridlock::checker {

// Where ranks wait together: a collective (with the same arguments, and the same root where that
// alone is needed), messages of one rank in one direction, a key, the making of a group, a lock.
struct Place {
  enum class Kind { kCollective, kSend, kReceive, kKey, kGroup, kLock };
  Kind kind = Kind::kCollective;
  // The group's name, creation and members.
  std::tuple<std::string, int, std::vector<int>> group = {};
  std::uint64_t number = 0;  // of the collective in its group, key, or the rank of a message
  Arguments arguments = {};  // of a collective
  int peer = -1;             // of a message, -1: any source; root of a collective that it needs
  std::vector<int> holders = {};  // of a lock

  auto operator<=>(const Place&) const = default;
};

// At one place.
struct Waiters {
  const Group* group = nullptr;  // as one of them knows it
  const Call* call = nullptr;    // of one of them
  std::set<int> ranks;           // that wait
  std::set<int> missing;         // whose part is missing; none for a key, which any rank may set
};

struct BlockedThread {
  int rank = 0;
  std::int64_t thread = 0;
  std::set<int> waits_for;
};

struct Waits {
  std::map<Place, Waiters> places;
  std::vector<BlockedThread> threads;  // by rank, as the facts list them
};

// `claim` must have passed all its checks.
Waits waits_of(const Claim& claim);

// The calls that members made with the number of one collective and the same arguments.
struct Side {
  const Call* call = nullptr;  // one of them
  std::set<int> ranks;
  bool compiling = false;  // the compiler issued one that is open
};

// Of the collective where these wait.
std::vector<Side> sides_of(const Claim& claim, const Waiters& waiters);

}  // namespace gridlock::checker
