// Implements the checks of calls, and of the matching calls that could complete them.
#include <algorithm>
#include <bit>
#include <functional>
#include <map>

#include "harness/checker/claim.h"

namespace gridlock::checker {
namespace {

using trace::Op;

[[noreturn]] void reject(const CallId& id, const std::string& what) {
  throw Rejected("call " + std::to_string(id.second) + " of rank " + std::to_string(id.first) +
                 ": " + what);
}

Needs needs_of(const Call& call, const BackendSemantics& table) {
  const auto row = table.needs.find(call.op);
  return row == table.needs.end() ? Needs::kUnknown : row->second;
}

const Call* find_collective(const std::vector<Call>& calls, int group, std::uint64_t seq) {
  const auto found = std::ranges::find_if(calls, [&](const Call& call) {
    return call.group == group && call.seq == seq && !trace::is_point_to_point(call.op);
  });
  return found == calls.end() ? nullptr : &*found;
}

// Returns the position of the rank in a binomial tree, counted from the root. A member sends the
// data to the positions that equal its own position plus one higher bit.
std::size_t place_of(const Group& group, int root, int rank) {
  const auto index = [&](int member) {
    return static_cast<std::size_t>(std::ranges::find(group.members, member) -
                                    group.members.begin());
  };
  return (index(rank) + group.members.size() - index(root)) % group.members.size();
}

bool needs_in_tree(std::size_t place, std::size_t other) {
  const auto parent = [](std::size_t child) { return child - std::bit_floor(child); };
  if (other != 0 && parent(other) == place) return true;
  while (place != 0 && place != other) place = parent(place);
  return place == other;
}

bool needs_member(Needs needs, const Call& call, const Group& group, int rank, int member) {
  if (needs == Needs::kAll) return true;
  if (std::ranges::count(group.members, call.peer) == 0) return false;
  if (needs == Needs::kTree) {
    return needs_in_tree(place_of(group, call.peer, rank), place_of(group, call.peer, member));
  }
  const bool from_all = needs == Needs::kFromAll || needs == Needs::kStar;
  const bool from_root = needs == Needs::kRoot || needs == Needs::kStar;
  return (from_all && rank == call.peer) || (from_root && member == call.peer);
}

// Returns the known calls of a rank, latest first, up to the first gap in their numbers. Returns
// none if a number occurs twice. Sets `complete` if these are all calls that the rank has made.
std::vector<const Call*> history(const RankFacts& facts, bool& complete) {
  std::map<std::uint32_t, const Call*, std::greater<>> calls;
  for (const Call& call : facts.recent) calls[call.number] = &call;
  for (const Call& call : facts.open) calls[call.number] = &call;
  std::vector<const Call*> result;
  complete = calls.size() == facts.recent.size() + facts.open.size();
  if (!complete) return result;
  for (const auto& [number, call] : calls) {
    if (!result.empty() && result.back()->number != number + 1) break;
    result.push_back(call);
  }
  complete = result.empty() || result.back()->number == 1;
  return result;
}

}  // namespace

const Group* Claim::group_of(int rank, const Call& call) const {
  const auto& groups = facts(rank).groups;
  const auto local = static_cast<std::size_t>(call.group);
  return call.group >= 0 && local < groups.size() ? &groups[local] : nullptr;
}

const Group* Claim::same_group(int rank, const Group& group) const {
  for (const Group& other : facts(rank).groups) {
    if (other.name != group.name || other.members != group.members) continue;
    if (other.creation == group.creation) return &other;
  }
  return nullptr;
}

const BackendSemantics& Claim::table(const Group& group) const {
  const auto row = semantics.find(group.backend);
  if (row == semantics.end()) throw Rejected("backend '" + group.backend + "' is not measured");
  if (sound_groups_.contains(&group)) return row->second;
  for (int member : group.members) {
    const bool exists = member >= 0 && static_cast<std::size_t>(member) < second.ranks.size();
    const Group* other = exists ? same_group(member, group) : nullptr;
    if (!exists || std::ranges::count(group.members, member) != 1 ||
        (other != nullptr && other->backend != group.backend)) {
      throw Rejected("group '" + group.name + "': its members contradict one another");
    }
  }
  sound_groups_.insert(&group);
  return row->second;
}

bool Claim::takes_worker(const Call& call, const BackendSemantics& table) const {
  const bool counts = call.op != Op::kBarrier && call.op != Op::kMonitoredBarrier;
  const Needs needs = needs_of(call, table);
  return needs != Needs::kUnknown && needs != Needs::kPeer &&
         !(counts && call.count == 0 && table.empty_needs_nobody);
}

// Returns whether stuck calls with call numbers below `before` occupy all workers of the group.
bool Claim::no_worker(int rank, const Group& group, std::uint32_t before) const {
  const BackendSemantics& semantics_of = table(group);
  int held = 0;
  for (const Call& call : facts(rank).open) {
    const Group* its = group_of(rank, call);
    if (its == nullptr || its != same_group(rank, group) || call.number >= before) continue;
    if (trace::is_point_to_point(call.op) || !takes_worker(call, semantics_of)) continue;
    held += calls.contains({rank, call.number});
  }
  const int own = same_group(rank, group)->workers;
  return own >= 0 && held >= (own > 0 ? own : semantics_of.workers);
}

// Returns whether the call is queued behind a stuck call on a device stream.
bool Claim::behind_stuck(int rank, const Call& call) const {
  const bool may_run = !facts(rank).alive && !ranks.contains(rank);
  return call.after != 0 && !may_run && calls.contains({rank, call.after});
}

// Returns whether `call`, which is open (issued but not completed), never starts. There are three
// reasons: no worker takes the call; it is behind a stuck call on its stream; it is a barrier that
// waits for an earlier stuck call.
bool Claim::never_starts(int rank, const Group& group, const Call& call) const {
  const BackendSemantics& semantics_of = table(group);
  if (behind_stuck(rank, call)) return true;
  if (!takes_worker(call, semantics_of)) return false;
  if (no_worker(rank, group, call.number)) return true;
  if (call.op != Op::kBarrier || !semantics_of.barrier_waits_for_earlier) return false;
  return std::ranges::any_of(facts(rank).open, [&](const Call& before) {
    const Group* its = group_of(rank, before);
    return its != nullptr && its == same_group(rank, group) && before.number < call.number &&
           !trace::is_point_to_point(before.op) && takes_worker(before, semantics_of) &&
           calls.contains({rank, before.number});
  });
}

void Claim::check_call(const CallId& id) const {
  if (static_cast<std::size_t>(id.first) >= second.ranks.size()) reject(id, "no such rank");
  const auto found = std::ranges::find(facts(id.first).open, id.second, &Call::number);
  if (found == facts(id.first).open.end()) reject(id, "it is not open");
  if (soon(found->times_out_ms)) reject(id, "it soon times out");
  check_consistent(id.first);
  const Group& group = *group_of(id.first, *found);
  if (trace::is_point_to_point(found->op)) return check_message(id, *found, group);
  check_collective(id, *found, group);
}

void Claim::check_collective(const CallId& id, const Call& call, const Group& group) const {
  const BackendSemantics& semantics_of = table(group);
  if (never_starts(id.first, group, call)) return;
  if (!takes_worker(call, semantics_of)) reject(id, "it completes by itself");
  const Needs needs = needs_of(call, semantics_of);
  if (semantics_of.dead_peer_raises && moves(id.first)) reject(id, "its rank may move");
  bool missing = false, needed = false;
  for (int member : group.members) {
    if (member == id.first) continue;
    const bool here = needs_member(needs, call, group, id.first, member);
    missing = part_missing(member, call, group, here) || missing;
    needed = needed || here;
  }
  if (!needed) reject(id, "it needs no other rank");
  if (!missing) reject(id, "all ranks that it needs have made their calls");
}

// Returns whether the member is needed and never starts a matching call. Throws Rejected if the
// member may still change the outcome.
bool Claim::part_missing(int member, const Call& call, const Group& group, bool needed) const {
  const auto refuse = [&](const char* what) {
    throw Rejected("rank " + std::to_string(member) + " " + what);
  };
  const BackendSemantics& semantics_of = table(group);
  const bool raises = semantics_of.dead_peer_raises;
  const bool lives = ranks.contains(member) || moves(member);
  const Group* its = same_group(member, group);
  if (its != nullptr) check_consistent(member);
  if (its == nullptr || its->enqueued < call.seq) {
    if (moves(member)) refuse("may still make a call that others wait for");
    if (!lives && raises) refuse("has ended, and ranks that need it get an exception");
    return needed;
  }
  const int local = static_cast<int>(its - facts(member).groups.data());
  const Call* open = find_collective(facts(member).open, local, call.seq);
  const Call* other =
      open != nullptr ? open : find_collective(facts(member).recent, local, call.seq);
  if (open != nullptr && raises && (moves(member) || !lives))
    refuse("has ended or may end, and ranks that need it get an exception");
  const Pairing pair = other != nullptr ? effect_of(call, *other, semantics_of) : Pairing::kFits;
  const bool unproved =
      pair == Pairing::kUnknown || pair == Pairing::kAbort || pair == Pairing::kAmiss;
  if (unproved) refuse("made a call that may raise an exception");
  const bool waits = open != nullptr && never_starts(member, group, *open);
  return needed && (pair == Pairing::kHang || waits);
}

// Returns whether issuing the call connects members of the group.
bool Claim::connects(const Call& call, const Group& group) const {
  const BackendSemantics& semantics_of = table(group);
  return semantics_of.issue_returns && semantics_of.first_issue_meets && call.seq == 1;
}

// Returns whether the member makes no further call and its absence raises no exception.
bool Claim::stays_away(int member, const Group& group) const {
  const bool lives = ranks.contains(member);
  return !moves(member) && (lives || !table(group).dead_peer_raises);
}

// Returns whether the call needs to connect to its peer, but the peer never issues a message
// between the two ranks.
bool Claim::meets_nobody(int rank, const Call& call, const Group& group) const {
  if (!connects(call, group) || call.peer == rank ||
      std::ranges::count(group.members, call.peer) == 0) {
    return false;
  }
  bool complete = false;
  const auto calls = history(facts(call.peer), complete);
  const Group* its = same_group(call.peer, group);
  const bool met = std::ranges::any_of(calls, [&](const Call* other) {
    const bool with = other->peer == rank || other->op == Op::kRecvAnysource;
    return trace::is_point_to_point(other->op) && with && its != nullptr &&
           group_of(call.peer, *other) == its;
  });
  return stays_away(call.peer, group) && !met && complete;
}

// Returns whether the peer's matching send or receive is queued behind a stuck call.
bool Claim::other_side_stuck(int rank, const Call& call, const Group& group) const {
  if (call.op == Op::kRecvAnysource) return false;
  const Op op = call.op == Op::kSend ? Op::kRecv : Op::kSend;
  const Group* its = same_group(call.peer, group);
  return std::ranges::any_of(facts(call.peer).open, [&](const Call& other) {
    const bool same = its != nullptr && group_of(call.peer, other) == its && other.op == op &&
                      other.peer == rank && other.tag == call.tag && other.seq == call.seq;
    return same && behind_stuck(call.peer, other);
  });
}

void Claim::check_message(const CallId& id, const Call& call, const Group& group) const {
  const BackendSemantics& semantics_of = table(group);
  if (meets_nobody(id.first, call, group)) return;
  if (behind_stuck(id.first, call)) return;
  if (needs_of(call, semantics_of) != Needs::kPeer) reject(id, "its operation is not measured");
  const bool any = call.op == Op::kRecvAnysource;
  std::vector<int> partners{call.peer};
  if (any) partners = group.members;
  std::uint64_t issued = 0;
  const int receiver = call.op == Op::kSend ? call.peer : id.first;
  for (int partner : partners) {
    if (!any && (partner == id.first || std::ranges::count(group.members, partner) == 0)) {
      reject(id, "its peer is not another member");
    }
    if (moves(partner)) reject(id, "rank " + std::to_string(partner) + " may still serve it");
    if (!ranks.contains(partner) && semantics_of.dead_peer_raises)
      reject(id, "its peer has ended, so it raises an exception");
    bool complete = false, seen = false;
    const Group* its = same_group(partner, group);
    for (const Call* other : history(facts(partner), complete)) {
      const bool same = group_of(partner, *other) == its && its != nullptr &&
                        other->tag == call.tag && other->peer == id.first;
      if (!same || other->op != (call.op == Op::kSend ? Op::kRecv : Op::kSend)) continue;
      if (!seen) issued += other->seq;
      seen = true;
    }
    if (!complete && (any || !seen)) reject(id, "older calls of its peer are unknown");
  }
  if (issued >= call.seq && !other_side_stuck(id.first, call, group)) {
    reject(id, "its peer has made the matching call");
  }
  bool complete = false;
  const Group* of_receiver = same_group(receiver, group);
  for (const Call* other : history(facts(receiver), complete)) {
    const bool same = of_receiver != nullptr && group_of(receiver, *other) == of_receiver &&
                      other->tag == call.tag;
    if (same && other->op == (any ? Op::kRecv : Op::kRecvAnysource)) {
      reject(id, "receives with and without a source are mixed");
    }
  }
}

}  // namespace gridlock::checker
