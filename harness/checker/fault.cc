// Verifies which ranks are at fault.
#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>

#include "harness/checker/explanation.h"
#include "harness/text/rank_list.h"

namespace gridlock::checker {
namespace {

// The ranks at fault according to the facts: all of `ranks` if `exact`, else some of `ranks`.
struct Fault {
  std::set<int> ranks;
  bool exact = true;
  const char* why = "";

  bool admits(const std::set<int>& at_fault) const {
    return exact ? at_fault == ranks : !at_fault.empty() && std::ranges::includes(ranks, at_fault);
  }
};

std::set<int> awaited_ranks(const Waits& waits, const std::function<bool(int)>& which) {
  std::set<int> ranks;
  for (const auto& [place, waiters] : waits.places) {
    std::ranges::copy_if(waiters.missing, std::inserter(ranks, ranks.end()), which);
  }
  return ranks;
}

std::optional<Fault> ended(const Claim& claim, const Waits& waits) {
  const auto ranks = awaited_ranks(
      waits, [&](int rank) { return !claim.moves(rank) && !claim.ranks.contains(rank); });
  if (ranks.empty()) return std::nullopt;
  return Fault{ranks, true, "they have ended, and others wait for them"};
}

std::optional<Fault> asleep(const Claim& claim, const Waits& waits) {
  const auto ranks = awaited_ranks(waits, [&](int rank) {
    return claim.ranks.contains(rank) &&
           std::ranges::count(claim.facts(rank).threads, Thread::State::kBlocked, &Thread::state) ==
               0;
  });
  if (ranks.empty()) return std::nullopt;
  return Fault{ranks, true, "others wait for them, but they are not waiting in any call"};
}

// Returns the ranks in which a thread is kept out of the store while it should set an awaited key.
std::optional<Fault> held_store(const Claim& claim) {
  std::set<std::uint64_t> awaited;
  std::set<int> ranks;
  const auto for_each_wait = [&](auto visit) {
    for (const int rank : claim.ranks) {
      for (const Thread& thread : claim.facts(rank).threads) {
        if (thread.state == Thread::State::kBlocked) visit(rank, thread.wait);
      }
    }
  };
  for_each_wait([&](int, const Wait& wait) {
    if (wait.on != Wait::On::kStore) return;
    for (const StoreKey& key : claim.unset_keys(wait)) awaited.insert(key.hash);
  });
  for_each_wait([&](int rank, const Wait& wait) {
    if (wait.on != Wait::On::kThread) return;
    for (const StoreKey& key : wait.keys) {
      if (awaited.contains(key.hash)) ranks.insert(rank);
    }
  });
  if (ranks.empty()) return std::nullopt;
  return Fault{ranks, true, "a thread of theirs cannot set a key that others wait for"};
}

using GroupName = decltype(Place::group);

// A group and the ranks that created it.
struct Made {
  GroupName name;
  std::set<int> makers;
};

// Returns all groups, in the order of ranks, then of each rank's groups.
std::vector<Made> groups_of(const Claim& claim) {
  std::vector<Made> groups;
  std::map<GroupName, std::size_t> order;
  for (const RankFacts& facts : claim.second.ranks) {
    for (const Group& group : facts.groups) {
      const GroupName name{group.name, group.creation, group.members};
      const auto [found, fresh] = order.emplace(name, groups.size());
      if (fresh) groups.push_back({name, {}});
      groups[found->second].makers.insert(facts.rank);
    }
  }
  return groups;
}

Fault of_lists(const Made& one, const Made& other) {
  std::set<int> ranks = one.makers.size() < other.makers.size() ? one.makers : other.makers;
  if (one.makers.size() == other.makers.size()) ranks.insert(one.makers.begin(), one.makers.end());
  return {ranks, true, "they created a group with different members than most ranks"};
}

std::optional<Fault> different_lists(const Claim& claim) {
  const std::vector<Made> groups = groups_of(claim);
  std::map<std::tuple<std::string, int, int>, const Made*> first;  // key: name, creation and member
  for (const Made& group : groups) {
    const auto& [name, creation, members] = group.name;
    for (const int member : members) {
      const auto [found, fresh] = first.emplace(std::tuple{name, creation, member}, &group);
      if (!fresh && found->second != &group) return of_lists(*found->second, group);
    }
  }
  return std::nullopt;
}

// Returns whether the waiters' call hangs when paired with the call of one of the sides.
bool hangs(const Claim& claim, const Place& place, const Waiters& waiters,
           const std::vector<Side>& sides) {
  return std::ranges::any_of(sides, [&](const Side& side) {
    const Pairing pair = effect_of(*waiters.call, *side.call, claim.table(*waiters.group));
    return pair == Pairing::kHang && (place.peer < 0 || side.ranks.contains(place.peer));
  });
}

Fault of_sides(const std::vector<Side>& sides) {
  const auto size = [](const Side& side) { return side.ranks.size(); };
  const auto largest = std::ranges::max_element(sides, {}, size);
  const bool only = std::ranges::count(sides, size(*largest), size) == 1;
  const bool one_compiles = std::ranges::count(sides, true, &Side::compiling) == 1;
  Fault fault{{}, only || one_compiles, "their calls differ from the others'"};
  for (const Side& side : sides) {
    if (only ? &side == &*largest : one_compiles && !side.compiling) continue;
    fault.ranks.insert(side.ranks.begin(), side.ranks.end());
  }
  return fault;
}

std::optional<Fault> different_calls(const Claim& claim, const Waits& waits) {
  const std::vector<Made> groups = groups_of(claim);
  std::optional<Fault> fault;
  std::pair<std::ptrdiff_t, std::uint64_t> lowest;
  for (const auto& [place, waiters] : waits.places) {
    if (place.kind != Place::Kind::kCollective) continue;
    const std::vector<Side> sides = sides_of(claim, waiters);
    if (!hangs(claim, place, waiters, sides)) continue;
    const auto group = std::ranges::find(groups, place.group, &Made::name);
    const std::pair here{group - groups.begin(), place.number};
    if (fault && lowest <= here) continue;
    lowest = here;
    fault = of_sides(sides);
  }
  return fault;
}

// The graph of ranks and of the places where they wait. An edge leads from a waiter to what it
// waits for. A store key that no particular rank should have set waits for the additional node "any
// stuck rank".
class Graph {
 public:
  Graph(const Claim& claim, const Waits& waits) : ranks_(claim.second.ranks.size()) {
    to_.resize(ranks_ + waits.places.size() + 1);
    from_.resize(to_.size());
    const std::size_t anybody = to_.size() - 1;
    std::size_t node = ranks_;
    for (const auto& [place, waiters] : waits.places) {
      places_.push_back(&place);
      for (const int rank : waiters.ranks) edge(static_cast<std::size_t>(rank), node);
      for (const int rank : waiters.missing) edge(node, static_cast<std::size_t>(rank));
      if (place.kind == Place::Kind::kKey && waiters.missing.empty()) edge(node, anybody);
      ++node;
    }
    for (const int rank : claim.ranks) edge(anybody, static_cast<std::size_t>(rank));
  }

  // A set of ranks and places that wait for one another and for nothing else. lowest_knot() returns
  // the set with the lowest rank, or an empty set if there is none.
  struct Knot {
    std::set<int> ranks;
    std::set<const Place*> places;
  };
  Knot lowest_knot() const {
    std::set<std::size_t> outside;
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
      if (outside.contains(rank) || to_[rank].empty()) continue;
      const auto ahead = reach(rank, to_), behind = reach(rank, from_);
      if (std::ranges::includes(behind, ahead)) return knot_of(ahead);
      outside.insert(behind.begin(), behind.end());
    }
    return {};
  }

 private:
  using Edges = std::vector<std::vector<std::size_t>>;

  void edge(std::size_t one, std::size_t other) {
    to_[one].push_back(other);
    from_[other].push_back(one);
  }

  static std::set<std::size_t> reach(std::size_t start, const Edges& edges) {
    std::set<std::size_t> seen{start};
    for (std::vector<std::size_t> next{start}; !next.empty();) {
      const std::size_t node = next.back();
      next.pop_back();
      for (const std::size_t to : edges[node]) {
        if (seen.insert(to).second) next.push_back(to);
      }
    }
    return seen;
  }

  Knot knot_of(const std::set<std::size_t>& nodes) const {
    Knot knot;
    for (const std::size_t node : nodes) {
      if (node < ranks_) knot.ranks.insert(static_cast<int>(node));
      if (node >= ranks_ && node < ranks_ + places_.size()) {
        knot.places.insert(places_[node - ranks_]);
      }
    }
    return knot;
  }

  std::size_t ranks_;
  std::vector<const Place*> places_;
  Edges to_, from_;
};

std::optional<Fault> knot(const Claim& claim, const Waits& waits) {
  const Graph::Knot knot = Graph(claim, waits).lowest_knot();
  if (knot.ranks.empty()) return std::nullopt;
  const Place* most = nullptr;
  std::size_t count = 0;
  for (const Place* place : knot.places) {
    const std::size_t here = waits.places.at(*place).ranks.size();
    most = here > count ? place : here == count ? nullptr : most;
    count = std::max(count, here);
  }
  Fault all{knot.ranks, false, "they wait for one another"};
  if (most == nullptr) return all;
  const Waiters& waiters = waits.places.at(*most);
  Fault few{waiters.missing, true, "most ranks wait for them"};
  if (most->kind == Place::Kind::kKey && waiters.missing.empty()) {
    std::ranges::set_difference(knot.ranks, waiters.ranks,
                                std::inserter(few.ranks, few.ranks.end()));
  }
  const bool fewer = !few.ranks.empty() && few.ranks.size() < count;
  return fewer ? few : all;
}

}  // namespace

void check_fault(const Claim& claim, const Waits& waits, const std::set<int>& at_fault) {
  std::optional<Fault> fault = ended(claim, waits);
  if (!fault) fault = different_lists(claim);
  if (!fault) fault = different_calls(claim, waits);
  if (!fault) fault = held_store(claim);
  if (!fault) fault = asleep(claim, waits);
  if (!fault) fault = knot(claim, waits);
  if (!fault) fault = Fault{claim.ranks, true, "no rank is left that could end their waits"};
  if (fault->admits(at_fault)) return;
  throw Rejected("finding.ranks names " + text::rank_words(at_fault) + ", but the facts name " +
                 (fault->exact ? "" : "some of ") + text::rank_words(fault->ranks) + ": " +
                 fault->why);
}

}  // namespace gridlock::checker
