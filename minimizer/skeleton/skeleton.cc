#include "minimizer/skeleton/skeleton.h"

#include <algorithm>

namespace gridlock::minimizer {
namespace {

using prover::model::Operation;

std::size_t place_of(int index) {
  return static_cast<std::size_t>(index);
}

std::vector<int> without(std::vector<int> members, int rank) {
  std::erase(members, rank);
  for (int& member : members) member -= member > rank;
  return members;
}

// Drops the calls of a group. Begins with the last call, so that the indexes of the remaining calls
// to drop stay valid.
void drop_calls_of(Skeleton& skeleton, int group) {
  for (int rank = 0; rank < static_cast<int>(skeleton.ranks.size()); ++rank) {
    auto& calls = skeleton.ranks[place_of(rank)].calls;
    for (int index = static_cast<int>(calls.size()) - 1; index >= 0; --index) {
      if (place_of(index) >= calls.size()) continue;  // a dropped call took its wait with it
      const RecordedCall& call = calls[place_of(index)];
      if (!call.is_wait() && call.operation.group == group) drop_call(skeleton, rank, index);
    }
  }
}

void drop_group(Skeleton& skeleton, int group) {
  drop_calls_of(skeleton, group);
  skeleton.groups.erase(skeleton.groups.begin() + group);
  for (Skeleton::Rank& rank : skeleton.ranks) {
    for (RecordedCall& call : rank.calls) call.operation.group -= call.operation.group > group;
  }
}

bool is_used(const Skeleton& skeleton, int group) {
  return std::ranges::any_of(skeleton.ranks, [&](const Skeleton::Rank& rank) {
    return std::ranges::any_of(rank.calls, [&](const RecordedCall& call) {
      return !call.is_wait() && call.operation.group == group;
    });
  });
}

}  // namespace

int call_count(const Skeleton& skeleton) {
  std::ptrdiff_t count = 0;
  for (const Skeleton::Rank& rank : skeleton.ranks) {
    count += std::ranges::count_if(rank.calls, [](const auto& call) { return !call.is_wait(); });
  }
  return static_cast<int>(count);
}

prover::model::Program program_of(const Skeleton& skeleton) {
  prover::model::Program program;
  program.world_size = static_cast<int>(skeleton.ranks.size());
  program.groups = skeleton.groups;
  for (const Skeleton::Rank& rank : skeleton.ranks) {
    prover::model::ThreadProgram thread;
    for (const RecordedCall& call : rank.calls) thread.push_back(call.operation);
    if (!rank.ended) thread.push_back({.kind = Operation::Kind::kPark});
    program.ranks.push_back({std::move(thread)});
  }
  return program;
}

void drop_call(Skeleton& skeleton, int rank, int index) {
  auto& calls = skeleton.ranks[place_of(rank)].calls;
  const RecordedCall gone = calls[place_of(index)];
  calls.erase(calls.begin() + index);
  if (gone.is_wait()) return;
  std::erase_if(calls,
                [&](const auto& call) { return call.is_wait() && call.operation.of == index; });
  for (RecordedCall& call : calls) {
    Operation& operation = call.operation;
    operation.of -= call.is_wait() && operation.of > index;
    if (operation.after == index) operation.after = gone.operation.after;
    operation.after -= operation.after > index;
  }
}

bool drop_rank(Skeleton& skeleton, int rank) {
  for (const Skeleton::Rank& other : skeleton.ranks) {
    const bool is_peer = &other != &skeleton.ranks[place_of(rank)] &&
                         std::ranges::any_of(other.calls, [&](const RecordedCall& call) {
                           return call.operation.peer == rank;
                         });
    if (is_peer) return false;
  }
  skeleton.ranks.erase(skeleton.ranks.begin() + rank);
  for (Skeleton::Rank& other : skeleton.ranks) {
    for (RecordedCall& call : other.calls) call.operation.peer -= call.operation.peer > rank;
  }
  for (auto& members : skeleton.groups) members = without(std::move(members), rank);
  for (int group = static_cast<int>(skeleton.groups.size()) - 1; group >= 0; --group) {
    if (skeleton.groups[place_of(group)].size() < 2) drop_group(skeleton, group);
  }
  return true;
}

void drop_unused_groups(Skeleton& skeleton) {
  for (int group = static_cast<int>(skeleton.groups.size()) - 1; group >= 0; --group) {
    if (!is_used(skeleton, group)) drop_group(skeleton, group);
  }
}

}  // namespace gridlock::minimizer
