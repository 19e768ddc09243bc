// Makes the facts that the agents would report for a state of the model.
#include <algorithm>
#include <map>

#include "harness/prover/model/parts.h"

namespace gridlock::prover::model {

using Kind = Operation::Kind;

trace::Op message_op(Kind kind) {
  if (kind == Kind::kSend) return trace::Op::kSend;
  return kind == Kind::kRecv ? trace::Op::kRecv : trace::Op::kRecvAnysource;
}

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
  call.op = mine.kind == Kind::kCollective ? mine.op : message_op(mine.kind);
  call.seq = seq_of(state, where);
  call.peer = mine.peer;
  call.tag = mine.tag;
  call.count = static_cast<std::uint64_t>(mine.count);
  call.shape_hash = static_cast<std::uint32_t>(mine.count);
  call.async = mine.async;
  call.group = local_group(state, where.rank, mine.group);
  call.future_taken = future_taken(state, where);
  call.times_out_ms = mine.call_times_out_ms;
  return call;
}

// Returns the groups that exist from the start, followed by the groups whose creation the rank has
// joined.
std::vector<int> Model::known_groups(const State& state, int rank) const {
  std::vector<int> result;
  for (const bool builds : {false, true}) {
    for (int group = 0; group < static_cast<int>(program_.groups.size()); ++group) {
      const bool member = has(program_.groups[static_cast<std::size_t>(group)], rank);
      if (!member || has(program_.built, group) != builds) continue;
      if (has_joined(state, rank, group)) result.push_back(group);
    }
  }
  return result;
}

int Model::local_group(const State& state, int rank, int group) const {
  const std::vector<int> known = known_groups(state, rank);
  return static_cast<int>(std::ranges::find(known, group) - known.begin());
}

// Names the group as torch does: several groups may share a name. But two groups that a kBuild
// creates with equal members never share a name, because ranks may create them in different orders.
Group Model::group_of(const State& state, int rank, int index) const {
  const auto& members = program_.groups[static_cast<std::size_t>(index)];
  int before = 0, built_before = 0;
  for (int other = 0; other < static_cast<int>(program_.groups.size()); ++other) {
    if (program_.groups[static_cast<std::size_t>(other)] != members) continue;
    const bool built = has(program_.built, other);
    if (!built && (other < index || has(program_.built, index))) ++before;
    if (built && other < index && has(program_.built, index)) ++built_before;
  }
  Group group{"1", "", members, before, "model", 0};
  if (built_before > 0) group = {std::to_string(1 + built_before), "", members, 0, "model", 0};
  group.enqueued = collectives(state, rank, index).size();
  group.connected = has(program_.connected, index);
  return group;
}

Wait Model::wait_of(const State& state, const At& where, State::Inside inside,
                    const std::map<std::pair<int, int>, std::uint32_t>& numbers) const {
  static const std::map<Kind, Wait::On> kOns = {{Kind::kStoreWait, Wait::On::kStore},
                                                {Kind::kBuild, Wait::On::kBuild},
                                                {Kind::kBackward, Wait::On::kBackward},
                                                {Kind::kLock, Wait::On::kLock}};
  const Operation& mine = operation(where);
  Wait wait;
  wait.times_out_ms = mine.wait_times_out_ms;
  wait.keys = {{static_cast<std::uint64_t>(mine.key), ""}};
  if (mine.outsider) wait.doubts = {"an outsider may set the key"};
  if (mine.kind == Kind::kBuild) wait.group = local_group(state, where.rank, mine.group);
  if (mine.kind == Kind::kLock) wait.holders = holders_of(state, mine);
  const auto on = kOns.find(mine.kind);
  if (on != kOns.end()) {
    wait.on = on->second;
    return wait;
  }
  if (inside == State::Inside::kIssue) wait.on = Wait::On::kIssue;
  wait.call = numbers.at({where.thread, mine.kind == Kind::kWait ? mine.of : where.index});
  return wait;
}

// Returns the holders as the kernel reports them. Some of them may be dead by now.
std::vector<int> Model::holders_of(const State& state, const Operation& mine) const {
  const Ranks holders = state.locks[static_cast<std::size_t>(mine.key)].holders;
  const Ranks named = may_take(state, mine) ? holders & state.exited : holders;
  std::vector<int> result;
  for (int rank = 0; rank < program_.world_size; ++rank) {
    if (named >> rank & 1) result.push_back(rank);
  }
  return result;
}

RankFacts Model::facts(const State& state, int rank) const {
  RankFacts result;
  result.rank = rank;
  result.alive = (state.exited >> rank & 1) == 0;
  for (int group : known_groups(state, rank)) {
    result.groups.push_back(group_of(state, rank, group));
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
    if (ended(state, rank, i) && !ended(state, rank)) continue;
    const State::Thread& now = threads[static_cast<std::size_t>(i)];
    Thread thread;
    thread.id = i + 1;
    if (now.inside != State::Inside::kNothing) {
      const At where{rank, i, now.next};
      const bool parked = operation(where).kind == Kind::kPark;
      thread.state = parked ? Thread::State::kIdle : Thread::State::kBlocked;
      if (!parked) thread.wait = wait_of(state, where, now.inside, numbers);
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

}  // namespace gridlock::prover::model
