#include "harness/agent/facts.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <latch>
#include <thread>

#include "harness/agent/kernel_threads.h"
#include "harness/agent/quiet_watch.h"

namespace gridlock::agent {
namespace {

using prover::RankFacts;
using prover::Thread;
using prover::Wait;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Member member(int rank, pid_t pid) {
  auto [mine, its] = wire::stream_pair();
  return Member{.rank = rank,
                .pid = pid,
                .ring = trace::Ring::create(),
                .log = {},
                .channel = wire::Channel(std::move(mine))};
}

// This very process as rank 5, its ring written by the test.
struct OwnFacts : testing::Test {
  OwnFacts() : members(one_member()), own(members[0].ring) {
    own.add_group({"0", "default_pg", "gloo", 0, {7, 5}, 0});
  }
  static std::vector<Member> one_member() {
    std::vector<Member> result;
    result.push_back(member(5, getpid()));
    return result;
  }
  RankFacts facts() const { return facts_of(members).at(0); }
  trace::Record call(trace::Op op, int peer = -1) const {
    trace::Record record;
    record.op = static_cast<std::uint16_t>(op);
    record.peer = peer;
    return record;
  }
  const Thread& main_thread(const RankFacts& facts) const {
    return *std::ranges::find(facts.threads, std::int64_t{getpid()}, &Thread::id);
  }

  std::vector<Member> members;
  trace::RingWriter own;
};

TEST_F(OwnFacts, PeersAreGlobalRanks) {
  own.issue(call(trace::Op::kBroadcast, 0));
  const RankFacts facts = this->facts();
  ASSERT_THAT(facts.open, SizeIs(1));
  EXPECT_EQ(facts.open[0].peer, 7);
  EXPECT_EQ(facts.open[0].seq, 1u);
  EXPECT_EQ(facts.rank, 5);
  EXPECT_EQ(facts.groups[0].enqueued, 1u);
}

TEST_F(OwnFacts, CompletedCallsAreRecentAndOpenOnesAreNot) {
  own.complete(own.issue(call(trace::Op::kAllreduce)), false);
  own.issue(call(trace::Op::kBarrier));
  const RankFacts facts = this->facts();
  ASSERT_THAT(facts.recent, SizeIs(1));
  EXPECT_EQ(facts.recent[0].op, trace::Op::kAllreduce);
  EXPECT_EQ(facts.open[0].op, trace::Op::kBarrier);
}

TEST_F(OwnFacts, AThreadThatTheProbeSawBlockIsBlocked) {
  own.issue(call(trace::Op::kAllreduce));
  trace::Record wait;
  wait.kind = trace::Kind::kWait;
  wait.call = 1;
  const trace::Record before = own.block(wait);
  RankFacts facts = this->facts();
  EXPECT_EQ(main_thread(facts).state, Thread::State::kBlocked);
  EXPECT_EQ(main_thread(facts).wait.on, Wait::On::kCall);
  EXPECT_EQ(main_thread(facts).wait.call, 1u);
  EXPECT_EQ(main_thread(facts).wait.gives_up_ms, -1);
  own.unblock(before);
  facts = this->facts();
  EXPECT_EQ(main_thread(facts).state, Thread::State::kRunning);
}

TEST_F(OwnFacts, AWaitThatSoonGivesUpSaysSo) {
  trace::Record wait;
  wait.kind = trace::Kind::kStoreWait;
  wait.aux = 30'000;
  own.block(wait);
  const Wait soon = main_thread(facts()).wait;
  EXPECT_GT(soon.gives_up_ms, 0);
  EXPECT_LE(soon.gives_up_ms, 30'000);
}

TEST_F(OwnFacts, ThreadsThatTheProbeDoesNotKnowAreIdleOrTheLibrarys) {
  own.log({});
  std::latch named(2), over(1);
  const auto sleep_as = [&](const char* name) {
    pthread_setname_np(pthread_self(), name);
    named.count_down();
    over.wait();
  };
  std::jthread user(sleep_as, "user");
  std::jthread gloo(sleep_as, "pt_gloo_runloop");
  named.wait();
  Thread::State of_user{}, of_gloo{};
  do {  // until it has gone to sleep
    const RankFacts facts = this->facts();
    of_user = std::ranges::find(facts.threads, "user", &Thread::name)->state;
    of_gloo = std::ranges::find(facts.threads, "pt_gloo_runloop", &Thread::name)->state;
  } while (of_user == Thread::State::kRunning);
  EXPECT_EQ(of_user, Thread::State::kIdle);
  EXPECT_EQ(of_gloo, Thread::State::kLibrary);
  over.count_down();
}

TEST_F(OwnFacts, AThreadOfAutogradRestsBetweenBackwards) {
  std::latch called(1), over(1);
  std::jthread worker([&] {
    pthread_setname_np(pthread_self(), "pt_autograd_0");
    own.log({});  // a call within backward
    called.count_down();
    over.wait();
  });
  called.wait();
  const auto state = [&] {
    const RankFacts facts = this->facts();
    return std::ranges::find(facts.threads, "pt_autograd_0", &Thread::name)->state;
  };
  while (state() == Thread::State::kRunning) {  // until it has gone to sleep
  }
  EXPECT_EQ(state(), Thread::State::kIdle);
  trace::Record backward;
  backward.kind = trace::Kind::kBackward;
  own.block(backward);
  EXPECT_EQ(state(), Thread::State::kRunning);
  over.count_down();
}

TEST_F(OwnFacts, AThreadThatABackendMadeIsTheLibrarysWhateverItsName) {
  own.log({});
  std::latch known(1), over(1);
  std::jthread loop([&] {
    own.add_library_thread(static_cast<std::uint64_t>(gettid()));
    pthread_setname_np(pthread_self(), "python");
    known.count_down();
    over.wait();
  });
  known.wait();
  const RankFacts facts = this->facts();
  EXPECT_EQ(std::ranges::find(facts.threads, "python", &Thread::name)->state,
            Thread::State::kLibrary);
  over.count_down();
}

TEST_F(OwnFacts, AThreadThatAppearsWhileABackendIsMadeOrConnectsIsTheLibrarys) {
  own.add_program_thread(static_cast<std::uint64_t>(gettid()));
  std::latch named(1), over(1);
  std::jthread loop([&] {
    pthread_setname_np(pthread_self(), "python");
    named.count_down();
    over.wait();
  });
  named.wait();
  const auto state = [&] {
    const RankFacts facts = this->facts();
    return std::ranges::find(facts.threads, "python", &Thread::name)->state;
  };
  EXPECT_NE(state(), Thread::State::kLibrary);
  trace::Record within;
  within.kind = trace::Kind::kBuild;
  own.block(within);
  EXPECT_EQ(state(), Thread::State::kLibrary);
  within.kind = trace::Kind::kIssue;
  own.block(within);
  EXPECT_NE(state(), Thread::State::kLibrary);
  within.flags = trace::kConnects;
  own.block(within);
  EXPECT_EQ(state(), Thread::State::kLibrary);
  over.count_down();
}

TEST_F(OwnFacts, ARankThatIsGoneMakesNoFurtherCall) {
  members[0].exited = true;
  EXPECT_FALSE(facts().alive);
  EXPECT_THAT(facts().threads, IsEmpty());
}

TEST_F(OwnFacts, ARankThatHasNotStartedYetMayDoAnything) {
  members[0].pid = -1;
  EXPECT_TRUE(facts().alive);
  EXPECT_TRUE(facts().incomplete);
}

TEST_F(OwnFacts, WhatTheRingHadNoRoomForMakesThemIncomplete) {
  EXPECT_FALSE(facts().incomplete);
  own.add_group({"1", "", "gloo", 0, std::vector<int>(trace::kMembers, 0), 0});
  EXPECT_TRUE(facts().incomplete);
}

TEST_F(OwnFacts, SpoiltRecordsNameNoGroupAndNoPeer) {
  trace::Record record = call(trace::Op::kBroadcast, 77);
  own.issue(record);
  EXPECT_EQ(facts().open[0].peer, -1);
}

TEST(KernelThreads, TheHolderOfAFileLockIsKnown) {
  const int file = memfd_create("lock", 0);
  ASSERT_EQ(flock(file, LOCK_EX), 0);
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  const pid_t child = fork();
  if (child == 0) {
    // Opened anew: a lock belongs to the open file, which a fork shares.
    flock(open(path.c_str(), O_RDWR), LOCK_EX);
    _exit(0);
  }
  std::vector<pid_t> holders;
  while (holders.empty()) holders = lock_holders(child);
  EXPECT_THAT(holders, ElementsAre(getpid()));
  flock(file, LOCK_UN);
  waitpid(child, nullptr, 0);
  close(file);
}

TEST(QuietWatch, LooksAtBlockedRanksAtGrowingIntervals) {
  std::vector<Member> members;
  members.push_back(member(0, getpid()));
  trace::RingWriter writer(members[0].ring);
  QuietWatch watch;
  const QuietWatch::Clock::time_point start = QuietWatch::Clock::now();
  const auto due = [&](int ms) {
    return watch.is_due(members, start + std::chrono::milliseconds(ms));
  };
  EXPECT_FALSE(due(0));
  EXPECT_FALSE(due(500)) << "nobody is blocked";
  trace::Record wait;
  wait.kind = trace::Kind::kWait;
  writer.block(wait);
  EXPECT_FALSE(due(600)) << "something has just happened";
  EXPECT_TRUE(due(700));
  EXPECT_FALSE(due(710));
  EXPECT_TRUE(due(1000));
  writer.log({});
  EXPECT_FALSE(due(1100));
  EXPECT_TRUE(due(1200));
}

}  // namespace
}  // namespace gridlock::agent
