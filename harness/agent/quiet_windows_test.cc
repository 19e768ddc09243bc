#include "harness/agent/quiet_windows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/agent/freeze.h"
#include "harness/inspect/facts.h"
#include "harness/process/temporary_folder.h"

namespace gridlock::agent {
namespace {

using facts::Thread;

char state_of(pid_t pid) {
  return inspect::kernel_threads(pid).at(0).state;
}

bool sleeps(pid_t pid) {
  return std::ranges::all_of(inspect::kernel_threads(pid),
                             [](const auto& t) { return t.state == 'S'; });
}

// A forked rank. One thread has written the ring, and all threads sleep until the destructor kills
// the process.
class Rank {
 public:
  using Write = void (*)(trace::RingWriter& own);

  Rank(int rank, Write write) : member_(make(rank)) {
    member_.pid = fork();
    if (member_.pid == 0) {
      std::thread([&] { be_rank(write); }).join();
      _exit(0);
    }
    while (trace::RingReader(member_.ring).events() < kEventsOfEach) sched_yield();
    while (!sleeps(member_.pid)) sched_yield();
  }
  ~Rank() {
    kill(member_.pid, SIGKILL);
    waitpid(member_.pid, nullptr, 0);
  }
  inspect::LocalRank take() { return std::move(member_); }
  pid_t pid() const { return member_.pid; }

 private:
  static constexpr std::uint64_t kEventsOfEach = 3;

  void be_rank(Write write) {
    trace::RingWriter own(member_.ring);
    own.add_group({{"0", "default_pg", {0, 1}, 0, "gloo"}});
    write(own);
    while (true) pause();
  }
  static inspect::LocalRank make(int rank) {
    return inspect::LocalRank{.rank = rank, .ring = trace::Ring::create()};
  }
  inspect::LocalRank member_;
};

trace::Record record_of(trace::Op op) {
  trace::Record record;
  record.op = static_cast<std::uint16_t>(op);
  record.count = 64;
  return record;
}

void wait_for(trace::RingWriter& own, trace::CallHandle call) {
  trace::Record wait;
  wait.kind = trace::Kind::kWait;
  wait.call = call.call;
  own.block(wait);
}

void all_reduce(trace::RingWriter& own) {
  wait_for(own, own.issue(record_of(trace::Op::kAllreduce)));
}
void barrier(trace::RingWriter& own) {
  wait_for(own, own.issue(record_of(trace::Op::kBarrier)));
}
void compute(trace::RingWriter& own) {
  own.log({});
  own.log({});
}

struct TwoRanks {
  TwoRanks(Rank::Write zero, Rank::Write one) : rank0(0, zero), rank1(1, one) {
    pids = {rank0.pid(), rank1.pid()};
    members.push_back(rank0.take());
    members.push_back(rank1.take());
  }
  Rank rank0, rank1;
  std::vector<pid_t> pids;
  std::vector<inspect::LocalRank> members;
};

TEST(Freeze, RanksStandStillForAsLongAsItLives) {
  const TwoRanks ranks(all_reduce, all_reduce);
  {
    const Freeze freeze(ranks.members);
    ASSERT_TRUE(freeze.complete());
    for (const pid_t pid : ranks.pids) EXPECT_EQ(state_of(pid), 'T');
  }
  for (const pid_t pid : ranks.pids) {
    while (state_of(pid) == 'T') sched_yield();
  }
}

bool has(const facts::RankFacts& rank, Thread::State state) {
  return std::ranges::count(rank.threads, state, &Thread::state) > 0;
}

// Stops the ranks again until both count as quiet. A busy machine may preempt a rank while it
// stops, and the rank then counts as running. A repeated stop rarely meets this case again.
std::vector<facts::RankFacts> facts_of_stopped(const TwoRanks& ranks) {
  std::vector<facts::RankFacts> facts;
  for (int stops = 0; stops < 20; ++stops) {
    const Freeze freeze(ranks.members);
    facts = inspect::facts_of(ranks.members, [&](pid_t pid) { return freeze.threads_of(pid); });
    if (std::ranges::all_of(facts, [](const auto& r) { return has(r, Thread::State::kIdle); })) {
      break;
    }
  }
  return facts;
}

TEST(Freeze, ASleepingRankStillCountsAsAsleepAndNotAsStopped) {
  const TwoRanks ranks(all_reduce, compute);
  const auto facts = facts_of_stopped(ranks);
  for (const facts::RankFacts& rank : facts) {
    EXPECT_FALSE(rank.stopped);
    EXPECT_TRUE(has(rank, Thread::State::kIdle));
  }
  EXPECT_TRUE(has(facts[0], Thread::State::kBlocked));
  EXPECT_TRUE(has(facts[1], Thread::State::kDoubtful));
}

TEST(Freeze, WhomSomebodyElseHasStoppedStaysStopped) {
  const TwoRanks ranks(all_reduce, all_reduce);
  kill(ranks.pids[0], SIGSTOP);
  while (state_of(ranks.pids[0]) != 'T') sched_yield();
  { const Freeze freeze(ranks.members); }
  while (state_of(ranks.pids[1]) == 'T') sched_yield();
  EXPECT_EQ(state_of(ranks.pids[0]), 'T');
}

struct Judged : testing::Test {
  protocol::Windows judge(const TwoRanks& ranks) {
    QuietWindows windows(1, folder.path());
    windows.make(ranks.members);
    windows.write(ranks.members);
    return windows.tally();
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      names.push_back(entry.path().filename());
    }
    std::ranges::sort(names);
    return names;
  }
  process::TemporaryFolder folder{"windows"};
};

using QuietWindowsTest = Judged;

TEST_F(QuietWindowsTest, NothingIsFoundWhereACallWillComplete) {
  const protocol::Windows tally = judge({all_reduce, all_reduce});
  EXPECT_EQ(tally.evaluations, 1u);
  EXPECT_EQ(tally.all_blocked, 1u);
  EXPECT_EQ(tally.deadlocks + tally.desyncs, 0u);
  EXPECT_EQ(tally.collectives, 1u) << "two members issued one collective";
  EXPECT_THAT(files(), testing::ElementsAre("windows.json"));
}

TEST_F(QuietWindowsTest, ARankThatComputesIsNotBlocked) {
  const protocol::Windows tally = judge({all_reduce, compute});
  EXPECT_EQ(tally.some_blocked, 1u);
  EXPECT_EQ(tally.all_blocked, 0u);
  EXPECT_EQ(tally.deadlocks, 0u);
}

// judge() stops the ranks with SIGSTOP. This must not count as progress of the ranks.
TEST_F(QuietWindowsTest, WhatTheProverCallsADeadlockIsCountedAndKept) {
  const protocol::Windows tally = judge({all_reduce, barrier});
  EXPECT_EQ(tally.deadlocks, 1u);
  EXPECT_EQ(tally.desyncs, 1u);
  EXPECT_THAT(files(), testing::ElementsAre("window1-certificate.json", "window1-snapshots.json",
                                            "windows.json"));
  std::ifstream file(folder.path() / protocol::Windows::kFile);
  EXPECT_EQ(protocol::windows_from_json(nlohmann::json::parse(file)).deadlocks, 1u);
}

TEST_F(QuietWindowsTest, RanksThatAreNotBornYetAreNotJudged) {
  TwoRanks ranks(all_reduce, all_reduce);
  ranks.members[1].pid = -1;
  EXPECT_EQ(judge(ranks).evaluations, 0u);
}

}  // namespace
}  // namespace gridlock::agent
