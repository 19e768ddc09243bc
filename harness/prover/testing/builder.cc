#include "harness/prover/testing/builder.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gridlock::prover::testing {

using trace::Op;

JobBuilder::JobBuilder(int world_size, std::string backend) : backend_(std::move(backend)) {
  for (int rank = 0; rank < world_size; ++rank) snapshot_.ranks.emplace_back().rank = rank;
}

int JobBuilder::group(const std::string& name, std::vector<int> members) {
  const std::vector<int> all = members;
  return group(name, std::move(members), all);
}

int JobBuilder::group(const std::string& name, std::vector<int> members,
                      const std::vector<int>& known_to) {
  const auto same = [&](const Group& other) {
    return other.name == name && other.members == members;
  };
  Group group;
  group.name = name;
  group.members = members;
  group.creation = static_cast<int>(std::ranges::count_if(groups_, same));
  group.backend = backend_;
  for (int member : known_to) rank(member).groups.push_back(group);
  groups_.push_back(std::move(group));
  return static_cast<int>(groups_.size()) - 1;
}

int JobBuilder::local(int rank, int group) const {
  const Group& wanted = groups_[static_cast<std::size_t>(group)];
  const auto& groups = snapshot_.ranks[static_cast<std::size_t>(rank)].groups;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].name == wanted.name && groups[i].members == wanted.members &&
        groups[i].creation == wanted.creation) {
      return static_cast<int>(i);
    }
  }
  throw std::logic_error("the rank does not know the group");
}

std::uint32_t JobBuilder::add(int rank_id, Call call, int group) {
  RankFacts& facts = rank(rank_id);
  const auto same = [&](const Call& other) {
    return other.op == call.op && other.group == call.group && other.peer == call.peer &&
           other.tag == call.tag;
  };
  call.number = static_cast<std::uint32_t>(facts.open.size() + facts.recent.size() + 1);
  call.group = local(rank_id, group);
  call.count = 4;
  if (trace::is_point_to_point(call.op)) {
    call.seq = static_cast<std::uint64_t>(std::ranges::count_if(facts.open, same) +
                                          std::ranges::count_if(facts.recent, same) + 1);
  } else {
    call.seq = ++facts.groups[static_cast<std::size_t>(call.group)].enqueued;
  }
  ++facts.events;
  facts.open.push_back(call);
  return call.number;
}

std::uint32_t JobBuilder::collective(int rank, int group, Op op, int root) {
  Call call;
  call.op = op;
  call.peer = root;
  return add(rank, call, group);
}

std::uint32_t JobBuilder::send(int rank, int group, int to, int tag) {
  Call call;
  call.op = Op::kSend;
  call.peer = to;
  call.tag = tag;
  return add(rank, call, group);
}

std::uint32_t JobBuilder::recv(int rank, int group, int from, int tag) {
  Call call;
  call.op = Op::kRecv;
  call.peer = from;
  call.tag = tag;
  return add(rank, call, group);
}

std::uint32_t JobBuilder::recv_any(int rank, int group, int tag) {
  Call call;
  call.op = Op::kRecvAnysource;
  call.tag = tag;
  return add(rank, call, group);
}

Call& JobBuilder::call(int rank_id, std::uint32_t number) {
  return *std::ranges::find(rank(rank_id).open, number, &Call::number);
}

void JobBuilder::complete(int rank_id, std::uint32_t number) {
  RankFacts& facts = rank(rank_id);
  facts.recent.push_back(call(rank_id, number));
  std::erase_if(facts.open, [&](const Call& call) { return call.number == number; });
  ++facts.events;
}

void JobBuilder::round(int group, Op op, std::uint64_t site) {
  for (int member : groups_[static_cast<std::size_t>(group)].members) {
    const std::uint32_t number = collective(member, group, op);
    call(member, number).site = site;
    complete(member, number);
  }
}

Thread& JobBuilder::add_thread(int rank_id, Thread::State state) {
  RankFacts& facts = rank(rank_id);
  Thread thread;
  thread.id = 100 * (rank_id + 1) + static_cast<std::int64_t>(facts.threads.size());
  thread.state = state;
  facts.threads.push_back(thread);
  return facts.threads.back();
}

Thread& JobBuilder::waits(int rank, std::uint32_t call) {
  Wait wait;
  wait.call = call;
  return waits(rank, wait);
}

Thread& JobBuilder::waits(int rank, Wait wait) {
  Thread& thread = add_thread(rank, Thread::State::kBlocked);
  thread.wait = std::move(wait);
  return thread;
}

Thread& JobBuilder::runs(int rank) {
  return add_thread(rank, Thread::State::kRunning);
}

Thread& JobBuilder::idles(int rank) {
  return add_thread(rank, Thread::State::kIdle);
}

void JobBuilder::dies(int rank_id) {
  rank(rank_id).alive = false;
  rank(rank_id).threads.clear();
}

JobBuilder deadlocked_job() {
  using trace::Op;
  JobBuilder job(4);
  const int world = job.group("0", {0, 1, 2, 3}), side = job.group("1", {1, 3});
  job.round(world, Op::kAllreduce, 7);
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  job.waits(1, job.collective(1, side, Op::kAllgather));
  job.waits(2, job.collective(2, world, Op::kAllreduce));
  job.waits(3, job.recv(3, world, 1));
  job.idles(2).name = "watchdog";
  job.rank(0).keys_set = {1, ~std::uint64_t{0}};
  job.rank(2).phase = "compile 3";
  job.rank(2).sites = {{7, "train.py:45"}};
  job.rank(3).phase = "step 3";
  return job;
}

}  // namespace gridlock::prover::testing
