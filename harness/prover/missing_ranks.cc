#include "harness/prover/missing_ranks.h"

#include <algorithm>
#include <iterator>

#include "harness/prover/key_owner.h"

namespace gridlock::prover {

using trace::Op;

namespace {

// Returns a number that identifies a lock by its holders. The facts do not identify it otherwise.
std::uint64_t lock_of(const std::vector<int>& holders) {
  std::uint64_t number = 0;
  for (const int holder : holders) number = number * 1'000'003 + static_cast<std::uint64_t>(holder);
  return number;
}

}  // namespace

std::vector<WaitPoint> MissingRanks::places(int rank, const Wait& wait) {
  std::vector<WaitPoint> result;
  const auto [first, last] = index_.open_of(rank);
  switch (wait.on) {
    case Wait::On::kCall:
    case Wait::On::kIssue:
      if (const auto call = index_.open_call(rank, wait.call)) add_call(*call, result);
      break;
    case Wait::On::kStore:
      result.push_back({.kind = WaitPoint::Kind::kStore, .number = first_unset(wait).hash});
      break;
    case Wait::On::kThread:
      break;
    case Wait::On::kBuild:
      result.push_back({.kind = WaitPoint::Kind::kBuild,
                        .group = index_.group_index(rank, wait.group).value_or(-1)});
      break;
    case Wait::On::kBackward:
      for (int call = first; call < last; ++call) {
        if (index_.open(call).call->future_taken) add_call(call, result);
      }
      break;
    case Wait::On::kLock:
      result.push_back({.kind = WaitPoint::Kind::kLock, .number = lock_of(wait.holders)});
  }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void MissingRanks::add_call(int call, std::vector<WaitPoint>& places) {
  if (graph_.may_complete(call)) return;
  call = graph_.stuck_before(call);
  if (graph_.may_start(call)) {
    places.push_back(place_of(call));
    return;
  }
  const OpenCall& open = index_.open(call);
  const Member* member = index_.member(open.group, open.rank);
  for (int before : member->open) {
    if (before == call) break;
    if (graph_.may_start(before) && !graph_.may_complete(before)) {
      places.push_back(place_of(before));
    }
  }
}

WaitPoint MissingRanks::place_of(int call) const {
  const OpenCall& open = index_.open(call);
  WaitPoint place{.group = open.group, .number = open.call->seq};
  if (trace::is_point_to_point(open.call->op)) {
    place.kind = open.call->op == Op::kSend ? WaitPoint::Kind::kSend : WaitPoint::Kind::kRecv;
    place.number = static_cast<std::uint64_t>(open.rank);
    place.peer = open.call->op == Op::kRecvAnysource ? -1 : open.call->peer;
    return place;
  }
  const Collective& collective = graph_.collective(open.group, open.call->seq);
  place.variant = static_cast<int>(&graph_.variant(call) - collective.variants.data());
  const Needs need = needs(*open.call, *index_.group(open.group).semantics);
  const bool root_alone = need == Needs::kRoot || need == Needs::kStar;
  if (root_alone && open.call->peer != open.rank) place.peer = open.call->peer;
  return place;
}

// Returns the first key of the wait that no rank has set. If all known keys are set, returns an
// unknown key.
StoreKey MissingRanks::first_unset(const Wait& wait) const {
  const std::vector<StoreKey> unset = graph_.unset_keys(wait);
  return unset.empty() ? StoreKey{} : unset.front();
}

const std::vector<int>& MissingRanks::ranks(const WaitPoint& place, int rank, const Wait& wait) {
  const auto [found, fresh] = ranks_.try_emplace(place);
  if (!fresh) return found->second;
  found->second = find(place, wait);
  std::ranges::sort(found->second);
  if (place.kind == WaitPoint::Kind::kRecv && place.peer < 0) std::erase(found->second, rank);
  return found->second;
}

std::vector<int> MissingRanks::ranks(int rank, const Wait& wait) {
  std::vector<int> result;
  for (const WaitPoint& place : places(rank, wait)) {
    const std::vector<int>& here = ranks(place, rank, wait);
    std::vector<int> both;
    std::ranges::set_union(result, here, std::back_inserter(both));
    result = std::move(both);
  }
  return result;
}

std::vector<int> MissingRanks::find(const WaitPoint& place, const Wait& wait) const {
  switch (place.kind) {
    case WaitPoint::Kind::kCollective:
      if (place.peer >= 0) return {place.peer};
      return of_collective(place);
    case WaitPoint::Kind::kSend:
    case WaitPoint::Kind::kRecv: {
      if (place.peer >= 0) return {place.peer};
      std::vector<int> all;
      for (const Member& member : index_.group(place.group).members) all.push_back(member.rank);
      return all;
    }
    case WaitPoint::Kind::kStore: {
      const auto owner = owner_of(first_unset(wait), index_.snapshot());
      return owner ? std::vector{*owner} : std::vector<int>{};
    }
    case WaitPoint::Kind::kBuild:
      return of_build(place.group);
    case WaitPoint::Kind::kLock:
      return wait.holders;
  }
  return {};
}

std::vector<int> MissingRanks::of_collective(const WaitPoint& place) const {
  const KnownGroup& known = index_.group(place.group);
  const Collective& collective = graph_.collective(place.group, place.number);
  const CallVariant& mine = collective.variants[static_cast<std::size_t>(place.variant)];
  std::vector<int> result;
  for (const Member& member : known.members) {
    if (member.enqueued < place.number && !graph_.may_move(member.rank)) {
      result.push_back(member.rank);
    }
  }
  for (const CallVariant& other : collective.variants) {
    const bool hangs = graph_.hang(mine.signature, other.signature, *known.semantics);
    for (int call : other.open) {
      if (hangs || !graph_.may_start(call)) result.push_back(index_.open(call).rank);
    }
    if (hangs) result.insert(result.end(), other.completed.begin(), other.completed.end());
  }
  return result;
}

std::vector<int> MissingRanks::of_build(int group) const {
  std::vector<int> result;
  for (const Member& member : index_.group(group).members) {
    if (!member.has_group && !graph_.may_move(member.rank)) result.push_back(member.rank);
  }
  return result;
}

}  // namespace gridlock::prover
