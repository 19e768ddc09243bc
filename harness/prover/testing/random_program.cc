#include "harness/prover/testing/random_program.h"

#include <algorithm>
#include <array>

namespace gridlock::prover::testing {
namespace {

using trace::Op;
using Kind = Operation::Kind;

constexpr std::size_t kMostOperations = 6;
constexpr std::array kCollectives{Op::kAllreduce, Op::kAllreduce, Op::kBroadcast, Op::kReduce,
                                  Op::kAllgather, Op::kBarrier,   Op::kScatter};

class Generator {
 public:
  Generator(std::mt19937& random, Features features) : random_(random), features_(features) {}

  Program run() {
    make_groups();
    if (features_.others) choose_groups();
    const bool two_threads = chance(4);
    program_.ranks.assign(size(program_.world_size),
                          std::vector<ThreadProgram>(two_threads ? 2 : 1));
    const int steps = 2 + pick(4);
    for (int i = 0; i < steps; ++i) add_step();
    add_waits();
    if (features_.streams) add_order();
    const int mistakes = pick(5);
    for (int i = 0; i < mistakes; ++i) make_mistake();
    if (features_.others) decorate();
    return program_;
  }

 private:
  static std::size_t size(int n) { return static_cast<std::size_t>(n); }
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool chance(int one_in) { return pick(one_in) == 0; }

  void make_groups() {
    constexpr std::array kWorlds{2, 2, 3, 3, 4};
    program_.world_size = kWorlds[size(pick(5))];
    const int groups = 1 + pick(3);
    while (static_cast<int>(program_.groups.size()) < groups) {
      std::vector<int> members;
      for (int rank = 0; rank < program_.world_size; ++rank) {
        if (!chance(4)) members.push_back(rank);
      }
      if (members.size() >= 2) program_.groups.push_back(members);
    }
  }

  void choose_groups() {
    for (int group = 0; group < static_cast<int>(program_.groups.size()); ++group) {
      if (chance(5)) program_.built.push_back(group);
      if (chance(3)) program_.connected.push_back(group);
    }
    unbuilt_ = program_.built;
  }

  // Returns the thread that uses a group. The last group belongs to the second thread, if there is
  // one.
  ThreadProgram& thread(int rank, int group) {
    auto& threads = program_.ranks[size(rank)];
    const bool second = threads.size() > 1 && group + 1 == static_cast<int>(program_.groups.size());
    return threads[second ? 1 : 0];
  }

  std::size_t length(int rank) const {
    std::size_t sum = 0;
    for (const ThreadProgram& thread : program_.ranks[size(rank)]) sum += thread.size();
    return sum;
  }

  void add(int rank, const Operation& operation) {
    if (length(rank) < kMostOperations) thread(rank, operation.group).push_back(operation);
  }

  void add_step() {
    const int what = pick(10);
    const int group = pick(static_cast<int>(program_.groups.size()));
    if (std::erase(unbuilt_, group) > 0) add_to_all({.kind = Kind::kBuild, .group = group});
    if (features_.others && chance(3)) return add_other_step(group);
    if (what < 6) return add_collective(group);
    if (what < 8) return add_message(group);
    if (what < 9) return add(pick(program_.world_size), Operation{});
    add_key(group);
  }

  void add_collective(int group) {
    Operation operation{.kind = Kind::kCollective, .group = group};
    operation.op = kCollectives[size(pick(static_cast<int>(kCollectives.size())))];
    const auto& members = program_.groups[size(group)];
    const bool rooted = operation.op == Op::kBroadcast || operation.op == Op::kReduce ||
                        operation.op == Op::kScatter;
    if (rooted) operation.peer = members[size(pick(static_cast<int>(members.size())))];
    if (chance(12)) operation.count = 0;
    for (int rank : members) {
      operation.async = chance(3);
      add(rank, operation);
    }
  }

  void add_message(int group) {
    const auto& members = program_.groups[size(group)];
    const int from = members[size(pick(static_cast<int>(members.size())))];
    const int to = members[size(pick(static_cast<int>(members.size())))];
    if (from == to) return;
    Operation send{.kind = Kind::kSend, .group = group, .peer = to, .tag = pick(2)};
    Operation recv = send;
    recv.kind = chance(6) ? Kind::kRecvAny : Kind::kRecv;
    recv.peer = recv.kind == Kind::kRecv ? from : -1;
    send.async = chance(3);
    recv.async = chance(3);
    add(from, send);
    add(to, recv);
  }

  void add_key(int group) {
    const int key = pick(2);
    add(pick(program_.world_size), {.kind = Kind::kStoreSet, .group = group, .key = key});
    add(pick(program_.world_size), {.kind = Kind::kStoreWait, .group = group, .key = key});
  }

  void add_to_all(const Operation& operation) {
    for (int rank : program_.groups[size(operation.group)]) add(rank, operation);
  }

  void add_other_step(int group) {
    const int what = pick(5);
    if (what < 2) return add_locked_step(group);
    if (what < 4) return add_backward(group);
    add_sleep();
  }

  // Makes some ranks perform the next step while holding a lock.
  void add_locked_step(int group) {
    Operation lock{.kind = Kind::kLock, .group = group, .key = pick(2), .shared = chance(3)};
    std::vector<int> ranks;
    for (int rank = 0; rank < program_.world_size; ++rank) {
      if (chance(2)) ranks.push_back(rank);
    }
    for (int rank : ranks) add(rank, lock);
    if (chance(2)) add_collective(group);
    lock.kind = Kind::kUnlock;
    for (int rank : ranks) add(rank, lock);
  }

  // Adds a backward pass that waits for gradients to be reduced, as in data-parallel training.
  void add_backward(int group) {
    add_to_all({.kind = Kind::kCollective,
                .op = Op::kAllreduce,
                .group = group,
                .async = true,
                .future_taken = true});
    add_to_all({.kind = Kind::kBackward, .group = group});
  }

  // Adds a thread that sleeps until the rank's other thread wakes it.
  void add_sleep() {
    const int rank = pick(program_.world_size);
    auto& threads = program_.ranks[size(rank)];
    const std::size_t sleeper = size(pick(static_cast<int>(threads.size())));
    if (length(rank) + 2 > kMostOperations) return;
    threads[sleeper].push_back({.kind = Kind::kPark});
    threads[threads.size() - 1 - sleeper].push_back({.kind = Kind::kWake});
  }

  // Adds waits for most of the asynchronous operations, at the end of their thread.
  void add_waits() {
    for (int rank = 0; rank < program_.world_size; ++rank) {
      for (ThreadProgram& thread : program_.ranks[size(rank)]) {
        const std::size_t issued = thread.size();
        for (std::size_t i = 0; i < issued && length(rank) < kMostOperations; ++i) {
          if (!thread[i].async || chance(4)) continue;
          thread.push_back(
              {.kind = Kind::kWait, .group = thread[i].group, .of = static_cast<int>(i)});
        }
      }
    }
  }

  void add_order() {
    for (auto& threads : program_.ranks) {
      for (ThreadProgram& thread : threads) {
        for (std::size_t i = 1; i < thread.size(); ++i) {
          const std::size_t before = size(pick(static_cast<int>(i)));
          if (is_call(thread[i]) && thread[before].async && chance(2)) {
            thread[i].after = static_cast<int>(before);
          }
        }
      }
    }
  }

  // Returns whether operations of the thread refer to others by index, as waits and stream order
  // do. Such a thread must not be reordered.
  static bool has_places(const ThreadProgram& thread) {
    return std::ranges::any_of(thread, [](const Operation& operation) {
      return operation.kind == Kind::kWait || operation.after >= 0;
    });
  }

  void make_mistake() {
    auto& threads = program_.ranks[size(pick(program_.world_size))];
    ThreadProgram& thread = threads[size(pick(static_cast<int>(threads.size())))];
    const bool fixed = has_places(thread);
    if (thread.empty()) return;
    const std::size_t at = size(pick(static_cast<int>(thread.size())));
    Operation& operation = thread[at];
    switch (pick(6)) {
      case 0:
        if (!fixed) thread.erase(thread.begin() + static_cast<std::ptrdiff_t>(at));
        return;
      case 1:
        if (!fixed && at > 0) std::swap(thread[at], thread[at - 1]);
        return;
      case 2:
        if (operation.kind == Kind::kCollective) operation.op = kCollectives[size(pick(6))];
        if (operation.op == Op::kBroadcast || operation.op == Op::kReduce) {
          operation.peer = program_.groups[size(operation.group)].front();
        }
        return;
      case 3:
        operation.tag = 1 - operation.tag;
        return;
      case 4:
        operation.count = 2;
        return;
      case 5:
        if (!fixed && operation.kind == Kind::kCollective && thread.size() < kMostOperations - 1) {
          thread.push_back(operation);
        }
    }
  }

  // Removes calls of the group that a mistake has moved before the kBuild of the group. No
  // operation of such a thread refers to another by index.
  void drop_before_build(ThreadProgram& thread, int group) {
    const auto build = std::ranges::find_if(thread, [&](const Operation& operation) {
      return operation.kind == Kind::kBuild && operation.group == group;
    });
    const auto early = std::remove_if(thread.begin(), build, [&](const Operation& operation) {
      return is_call(operation) && operation.group == group;
    });
    thread.erase(early, build);
  }

  void decorate() {
    for (auto& threads : program_.ranks) {
      const int timeout = chance(6) ? random_timeout() : -1;
      const int group = pick(static_cast<int>(program_.groups.size()));
      for (ThreadProgram& thread : threads) {
        for (int built : program_.built) drop_before_build(thread, built);
        for (Operation& operation : thread) {
          decorate(operation);
          if (is_call(operation) && operation.group == group) operation.call_times_out_ms = timeout;
        }
      }
    }
  }

  void decorate(Operation& operation) {
    operation.issuing = is_call(operation) && chance(4);
    operation.outsider = operation.kind == Kind::kStoreWait && chance(4);
    if (is_call(operation) && operation.async && chance(4)) operation.future_taken = true;
    if (operation.kind != Kind::kPark && chance(16)) operation.wait_times_out_ms = random_timeout();
  }

  int random_timeout() {
    constexpr std::array kTimeouts{0, 59'999, 60'000, 600'000};
    return kTimeouts[size(pick(4))];
  }

  std::mt19937& random_;
  Features features_;
  std::vector<int> unbuilt_;  // groups that the program has yet to build
  Program program_;
};

}  // namespace

Program random_program(std::mt19937& random, Features features) {
  return Generator(random, features).run();
}

}  // namespace gridlock::prover::testing
