#include "harness/checker/waits.h"

#include <algorithm>
#include <utility>

namespace gridlock::checker {
namespace {

using trace::Op;

struct Spot {
  Place place;
  const Group* group = nullptr;
  const Call* call = nullptr;
  StoreKey key = {};
};

class Derivation {
 public:
  explicit Derivation(const Claim& claim) : claim_(claim) {}

  Waits run() {
    for (const int rank : claim_.ranks) {
      for (const Thread& thread : claim_.facts(rank).threads) {
        if (thread.state == Thread::State::kBlocked) add(rank, thread);
      }
    }
    return std::move(waits_);
  }

 private:
  void add(int rank, const Thread& thread) {
    std::vector<Spot> spots;
    add_spots(rank, thread.wait, spots);
    BlockedThread& entry = waits_.threads.emplace_back(BlockedThread{rank, thread.id, {}});
    for (const Spot& spot : spots) {
      const auto [found, fresh] = waits_.places.try_emplace(spot.place);
      Waiters& waiters = found->second;
      if (fresh) waiters = {spot.group, spot.call, {}, missing_at(rank, spot)};
      waiters.ranks.insert(rank);
      entry.waits_for.insert(waiters.missing.begin(), waiters.missing.end());
    }
  }

  void add_spots(int rank, const Wait& wait, std::vector<Spot>& spots) {
    const RankFacts& facts = claim_.facts(rank);
    switch (wait.on) {
      case Wait::On::kCall:
      case Wait::On::kIssue:
        for (const Call& call : facts.open) {
          if (call.number == wait.call) add_call(rank, call, spots);
        }
        return;
      case Wait::On::kBackward:
        for (const Call& call : facts.open) {
          if (call.future_taken) add_call(rank, call, spots);
        }
        return;
      case Wait::On::kStore:
        spots.push_back(spot_of_keys(wait));
        return;
      case Wait::On::kThread:
        return;
      case Wait::On::kBuild: {
        const Group& group = facts.groups[static_cast<std::size_t>(wait.group)];
        spots.push_back({{.kind = Place::Kind::kGroup, .group = name_of(group)}, &group});
        return;
      }
      case Wait::On::kLock:
        spots.push_back({{.kind = Place::Kind::kLock, .holders = wait.holders}});
    }
  }

  // The spot is that of the first key that is not set.
  Spot spot_of_keys(const Wait& wait) const {
    const StoreKey key = claim_.unset_keys(wait).front();
    return {.place = {.kind = Place::Kind::kKey, .number = key.hash}, .key = key};
  }

  static auto name_of(const Group& group) -> decltype(Place::group) {
    return {group.name, group.creation, group.members};
  }

  bool stuck(int rank, const Call& call) const {
    return claim_.calls.contains({rank, call.number});
  }

  // Adds the place where the call is stuck. If no worker takes the call, adds the places of the
  // calls that occupy the workers instead. If stuck calls precede the call on its stream, does so
  // for the first of them.
  void add_call(int rank, const Call& asked, std::vector<Spot>& spots) {
    if (!stuck(rank, asked)) return;
    const auto& open = claim_.facts(rank).open;
    const Call* call = &asked;
    while (call->after != 0) {
      const auto earlier = std::ranges::find(open, call->after, &Call::number);
      if (earlier == open.end() || !stuck(rank, *earlier)) break;
      call = &*earlier;
    }
    const Group& group = *claim_.group_of(rank, *call);
    if (!claim_.never_starts(rank, group, *call)) {
      spots.push_back({place_of(rank, *call, group), &group, call});
      return;
    }
    for (const Call& before : open) {
      if (before.number >= call->number || trace::is_point_to_point(before.op)) continue;
      if (before.group != call->group || !stuck(rank, before)) continue;
      if (claim_.never_starts(rank, group, before)) continue;
      spots.push_back({place_of(rank, before, group), &group, &before});
    }
  }

  Place place_of(int rank, const Call& call, const Group& group) const {
    if (trace::is_point_to_point(call.op)) {
      const bool sends = call.op == Op::kSend;
      return {.kind = sends ? Place::Kind::kSend : Place::Kind::kReceive,
              .group = name_of(group),
              .number = static_cast<std::uint64_t>(rank),
              .peer = call.op == Op::kRecvAnysource ? -1 : call.peer};
    }
    const auto needs = claim_.table(group).needs.find(call.op);
    const bool root_alone = needs != claim_.table(group).needs.end() &&
                            (needs->second == Needs::kRoot || needs->second == Needs::kStar);
    return {.group = name_of(group),
            .number = call.seq,
            .arguments = arguments_of(call),
            .peer = root_alone && call.peer != rank ? call.peer : -1};
  }

  std::set<int> missing_at(int rank, const Spot& spot) const {
    const Place& place = spot.place;
    if (place.peer >= 0) return {place.peer};
    if (place.kind == Place::Kind::kLock) return {place.holders.begin(), place.holders.end()};
    std::set<int> missing;
    if (place.kind == Place::Kind::kKey) {
      if (const auto setter = due_setter(claim_, spot.key)) missing.insert(*setter);
    }
    if (spot.group == nullptr) return missing;
    for (const int member : spot.group->members) {
      if (member != rank && is_missing(member, spot)) missing.insert(member);
    }
    return missing;
  }

  bool is_missing(int member, const Spot& spot) const {
    const Place::Kind kind = spot.place.kind;
    if (kind == Place::Kind::kSend || kind == Place::Kind::kReceive) return true;
    const Group* its = claim_.same_group(member, *spot.group);
    if (its == nullptr) return !claim_.moves(member);
    if (kind == Place::Kind::kGroup) return false;
    if (its->enqueued < spot.call->seq) return !claim_.moves(member);
    const auto alike = [&](const Call& call) {
      return claim_.group_of(member, call) == its && call.seq == spot.call->seq &&
             !trace::is_point_to_point(call.op);
    };
    const auto hangs = [&](const Call& call) {
      return effect_of(*spot.call, call, claim_.table(*its)) == Pairing::kHang;
    };
    const RankFacts& facts = claim_.facts(member);
    const auto open = std::ranges::find_if(facts.open, alike);
    if (open != facts.open.end()) {
      return hangs(*open) || claim_.never_starts(member, *its, *open);
    }
    return std::ranges::any_of(facts.recent,
                               [&](const Call& call) { return alike(call) && hangs(call); });
  }

  const Claim& claim_;
  Waits waits_;
};

}  // namespace

Waits waits_of(const Claim& claim) {
  return Derivation(claim).run();
}

std::vector<Side> sides_of(const Claim& claim, const Waiters& waiters) {
  std::map<Arguments, Side> sides;
  const auto add = [&](int member, const Group* group, const std::vector<Call>& calls, bool open) {
    for (const Call& call : calls) {
      if (claim.group_of(member, call) != group || call.seq != waiters.call->seq) continue;
      if (trace::is_point_to_point(call.op)) continue;
      Side& side = sides[arguments_of(call)];
      side.call = &call;
      side.ranks.insert(member);
      side.compiling = side.compiling || (open && call.compiling);
    }
  };
  for (const int member : waiters.group->members) {
    const Group* group = claim.same_group(member, *waiters.group);
    if (group == nullptr) continue;
    add(member, group, claim.facts(member).open, true);
    add(member, group, claim.facts(member).recent, false);
  }
  std::vector<Side> result;
  for (const auto& [arguments, side] : sides) result.push_back(side);
  return result;
}

}  // namespace gridlock::checker
