#include "harness/prover/index.h"

#include <algorithm>
#include <functional>

namespace gridlock::prover {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x9E3779B97F4A7C15u + (hash >> 29);
}

std::uint64_t hash_of(const Group& group) {
  std::uint64_t hash =
      mix(std::hash<std::string>{}(group.name), static_cast<std::uint64_t>(group.creation));
  for (int rank : group.members) hash = mix(hash, static_cast<std::uint64_t>(rank));
  return hash;
}

bool same(const Group& a, const Group& b) {
  return a.creation == b.creation && a.name == b.name && a.members == b.members;
}

}  // namespace

Index::Index(const Snapshot& snapshot, const Semantics& semantics, const BackendSemantics* assumed)
    : snapshot_(snapshot), assumed_(assumed) {
  const std::size_t count = snapshot.ranks.size();
  garbled_.resize(count);
  group_indices_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (snapshot.ranks[i].rank != static_cast<int>(i)) usable_ = false;
  }
  for (std::size_t i = 0; usable_ && i < count; ++i) {
    const RankFacts& facts = snapshot.ranks[i];
    first_open_.push_back(static_cast<int>(open_.size()));
    const bool sound = add_groups(facts, semantics) && add_calls(facts);
    garbled_[i] = !sound;
    if (!sound) discard_facts(facts.rank);
  }
  first_open_.push_back(static_cast<int>(open_.size()));
}

int Index::intern(const Group& group, const Semantics& semantics) {
  const std::uint64_t hash = hash_of(group);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto found = begin; found != end; ++found) {
    KnownGroup& known = groups_[static_cast<std::size_t>(found->second)];
    if (!same(*known.group, group)) continue;
    // Members that disagree on the backend void the group: without semantics, nothing about it is
    // proved.
    if (known.group->backend != group.backend) known.semantics = nullptr;
    return found->second;
  }
  const int index = static_cast<int>(groups_.size());
  const auto table = semantics.find(group.backend);
  groups_.push_back({&group, table == semantics.end() ? assumed_ : &table->second, {}});
  member_indices_.emplace_back();
  by_hash_.emplace(hash, index);
  for (int rank : group.members) {
    member_indices_.back().emplace(rank, static_cast<int>(groups_.back().members.size()));
    groups_.back().members.push_back(Member{.rank = rank, .open = {}});
  }
  // A duplicate member, or one that is not a rank of the job, voids the group: nothing about it is
  // proved.
  if (member_indices_.back().size() != group.members.size() ||
      !std::ranges::all_of(group.members, [&](int rank) { return has(rank); })) {
    groups_.back().semantics = nullptr;
  }
  return index;
}

bool Index::add_groups(const RankFacts& facts, const Semantics& semantics) {
  std::vector<int>& known = group_indices_[static_cast<std::size_t>(facts.rank)];
  bool sound = true;
  for (const Group& group : facts.groups) {
    const int index = intern(group, semantics);
    const int where = member_index(index, facts.rank);
    known.push_back(index);
    if (where < 0) {
      sound = false;
      continue;
    }
    Member& member =
        groups_[static_cast<std::size_t>(index)].members[static_cast<std::size_t>(where)];
    sound = sound && !member.has_group;
    member.has_group = true;
    member.enqueued = group.enqueued;
    member.workers = group.workers;
  }
  return sound;
}

void Index::discard_facts(int rank) {
  for (int group : group_indices_[static_cast<std::size_t>(rank)]) {
    const int where = member_index(group, rank);
    if (where < 0) continue;
    groups_[static_cast<std::size_t>(group)].members[static_cast<std::size_t>(where)] =
        Member{.rank = rank, .open = {}};
  }
}

bool Index::add_calls(const RankFacts& facts) {
  std::uint32_t last = 0;
  bool sound = true;
  for (const Call& call : facts.open) {
    sound = sound && call.number > last && add_call(facts, call);
    last = call.number;
  }
  return sound;
}

bool Index::add_call(const RankFacts& facts, const Call& call) {
  const auto group = group_index(facts.rank, call.group);
  if (!group) return false;
  const int where = member_index(*group, facts.rank);
  if (where < 0) return false;
  const int index = static_cast<int>(open_.size());
  open_.push_back({facts.rank, *group, where, &call});
  if (call.after >= call.number) return false;
  if (trace::is_point_to_point(call.op)) return call.seq > 0;
  Member& member =
      groups_[static_cast<std::size_t>(*group)].members[static_cast<std::size_t>(where)];
  const std::uint64_t before = member.open.empty() ? 0 : open(member.open.back()).call->seq;
  if (call.seq <= before || call.seq > member.enqueued) return false;
  member.open.push_back(index);
  return true;
}

int Index::member_index(int group, int rank) const {
  const auto& places = member_indices_[static_cast<std::size_t>(group)];
  const auto found = places.find(rank);
  return found == places.end() ? -1 : found->second;
}

std::optional<int> Index::group_index(int rank, int local) const {
  const std::vector<int>& known = group_indices_[static_cast<std::size_t>(rank)];
  if (local < 0 || static_cast<std::size_t>(local) >= known.size()) return std::nullopt;
  return known[static_cast<std::size_t>(local)];
}

const Member* Index::member(int group, int rank) const {
  const int where = member_index(group, rank);
  return where < 0 ? nullptr : &this->group(group).members[static_cast<std::size_t>(where)];
}

std::optional<int> Index::open_call(int rank, std::uint32_t number) const {
  const auto [first, last] = open_of(rank);
  const auto begin = open_.begin() + first, end = open_.begin() + last;
  const auto found =
      std::lower_bound(begin, end, number,
                       [](const OpenCall& call, std::uint32_t n) { return call.call->number < n; });
  if (found == end || found->call->number != number) return std::nullopt;
  return static_cast<int>(found - open_.begin());
}

std::optional<int> Index::open_at(const Member& member, std::uint64_t seq) const {
  const auto found = std::ranges::lower_bound(member.open, seq, {},
                                              [&](int index) { return open(index).call->seq; });
  if (found == member.open.end() || open(*found).call->seq != seq) return std::nullopt;
  return *found;
}

std::pair<int, int> Index::open_of(int rank) const {
  const auto at = static_cast<std::size_t>(rank);
  return {first_open_[at], first_open_[at + 1]};
}

}  // namespace gridlock::prover
