// What the agents would tell of a state of the model.
#include <algorithm>
#include <map>

#include "harness/prover/testing/model.h"

namespace gridlock::prover::testing {
namespace {

using Kind = Operation::Kind;
using trace::Op;

const std::map<Kind, Op> kMessages = {
    {Kind::kSend, Op::kSend}, {Kind::kRecv, Op::kRecv}, {Kind::kRecvAny, Op::kRecvAnysource}};

}  // namespace

std::uint64_t Model::seq_of(const State& state, const At& where) const {
  const Operation& mine = operation(where);
  std::uint64_t count = 0;
  for (const At& other : issued(state, where.rank)) {
    const Operation& its = operation(other);
    const bool same = its.kind == mine.kind && its.group == mine.group &&
                      (mine.kind == Kind::kCollective || its.tag == mine.tag) &&
                      (mine.kind == Kind::kCollective || its.peer == mine.peer);
    count += same;
    if (other.thread == where.thread && other.index == where.index) break;
  }
  return count;
}

Call Model::call_of(const State& state, const At& where, std::uint32_t number) const {
  const Operation& mine = operation(where);
  Call call;
  call.number = number;
  call.op = mine.kind == Kind::kCollective ? mine.op : kMessages.at(mine.kind);
  call.seq = seq_of(state, where);
  call.peer = mine.peer;
  call.tag = mine.tag;
  call.count = static_cast<std::uint64_t>(mine.count);
  call.shape_hash = static_cast<std::uint32_t>(mine.count);
  call.async = mine.async;
  // A rank knows its own groups only.
  for (int group = 0; group < mine.group; ++group) {
    call.group += static_cast<int>(
        std::ranges::count(program_.groups[static_cast<std::size_t>(group)], where.rank));
  }
  return call;
}

RankFacts Model::facts(const State& state, int rank) const {
  RankFacts result;
  result.rank = rank;
  result.alive = (state.exited >> rank & 1) == 0;
  for (std::size_t i = 0; i < program_.groups.size(); ++i) {
    const auto& members = program_.groups[i];
    if (std::ranges::count(members, rank) == 0) continue;
    // Names repeat, as torch's do.
    Group group{"1", "", members, 0, "model", 0};
    group.creation = static_cast<int>(std::count(
        program_.groups.begin(), program_.groups.begin() + static_cast<long>(i), members));
    group.enqueued = collectives(state, rank, static_cast<int>(i)).size();
    result.groups.push_back(std::move(group));
  }
  std::map<std::pair<int, int>, std::uint32_t> numbers;
  for (const At& where : issued(state, rank)) {
    const auto number = static_cast<std::uint32_t>(numbers.size() + 1);
    numbers[{where.thread, where.index}] = number;
    const bool open = status(state, where) == Status::kOpen;
    auto& calls = open ? result.open : result.recent;
    calls.push_back(call_of(state, where, number));
    const int after = operation(where).after;
    if (after >= 0) calls.back().after = numbers.at({where.thread, after});
  }
  const auto& threads = state.ranks[static_cast<std::size_t>(rank)];
  for (int i = 0; i < static_cast<int>(threads.size()) && result.alive; ++i) {
    Thread thread;
    thread.id = i + 1;
    if (ended(state, rank, i) && !ended(state, rank)) continue;
    if (threads[static_cast<std::size_t>(i)].inside) {
      const int index = threads[static_cast<std::size_t>(i)].next;
      const Operation& inside = operation({rank, i, index});
      thread.state = Thread::State::kBlocked;
      thread.wait.on = inside.kind == Kind::kStoreWait ? Wait::On::kStore : Wait::On::kCall;
      thread.wait.key = static_cast<std::uint64_t>(inside.key);
      const int call = inside.kind == Kind::kWait ? inside.of : index;
      if (inside.kind != Kind::kStoreWait) thread.wait.call = numbers[{i, call}];
    }
    result.threads.push_back(std::move(thread));
  }
  return result;
}

Snapshot Model::snapshot(const State& state) const {
  Snapshot result;
  for (int rank = 0; rank < program_.world_size; ++rank) {
    result.ranks.push_back(facts(state, rank));
  }
  for (int key = 0; key < 32; ++key) {
    if (state.keys >> key & 1) {
      result.ranks.front().keys_set.push_back(static_cast<std::uint64_t>(key));
    }
  }
  return result;
}

}  // namespace gridlock::prover::testing
