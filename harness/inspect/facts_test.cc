#include "harness/inspect/facts.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/facts/facts_json.h"
#include "harness/inspect/kernel_threads.h"
#include "harness/inspect/quiet_watch.h"
#include "harness/process/signals.h"

namespace gridlock::inspect {
namespace {

using facts::RankFacts;
using facts::Thread;
using facts::Wait;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using State = facts::Thread::State;

LocalRank member(int rank, pid_t pid) {
  return LocalRank{.rank = rank, .pid = pid, .ring = trace::Ring::create()};
}

// Makes this process rank 5. The test writes the ring of the rank.
struct OwnFacts : testing::Test {
  OwnFacts() : members(one_member()), own(members[0].ring) {
    own.add_group({{"0", "default_pg", {7, 5}, 0, "gloo"}});
  }
  static std::vector<LocalRank> one_member() {
    std::vector<LocalRank> result;
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

  std::vector<LocalRank> members;
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
  EXPECT_EQ(main_thread(facts).wait.times_out_ms, -1);
  own.unblock(before);
  facts = this->facts();
  EXPECT_EQ(main_thread(facts).state, Thread::State::kRunning);
}

// A thread that is in its first call of a device's driver.
struct DriverFacts : OwnFacts {
  DriverFacts() {
    own.issue(call(trace::Op::kAllreduce));
    slot = own.claim_driver_slot(static_cast<std::uint64_t>(gettid()));
    own.driver_slot(slot).calls = 1;
  }
  std::size_t slot = 0;
};

TEST_F(DriverFacts, AThreadWaitsForTheCallAtWhichItsStreamStands) {
  EXPECT_EQ(main_thread(facts()).state, Thread::State::kRunning);
  own.tell_driver_wait(slot, 1, {0, 1, true, 5});
  Thread thread = main_thread(facts());
  EXPECT_EQ(thread.state, Thread::State::kBlocked);
  EXPECT_EQ(thread.wait.on, Wait::On::kCall);
  EXPECT_EQ(thread.wait.call, 1u);
  EXPECT_EQ(thread.wait.since_ns, 5u);
  EXPECT_THAT(thread.wait.doubts, IsEmpty());
  own.tell_driver_wait(slot, 1, {0, 1, false, 5});
  thread = main_thread(facts());
  EXPECT_THAT(thread.wait.doubts, SizeIs(1));
  own.driver_slot(slot).calls = 2;
  EXPECT_EQ(main_thread(facts()).state, Thread::State::kRunning);
}

TEST_F(DriverFacts, WhatIsToldOfAnEarlierCallHoldsNoMore) {
  own.tell_driver_wait(slot, 1, {0, 1, true, 5});
  own.driver_slot(slot).calls = 3;
  EXPECT_EQ(main_thread(facts()).state, Thread::State::kRunning);
}

TEST_F(DriverFacts, AThreadWhoseDeviceComputesRuns) {
  own.tell_driver_wait(slot, 1, {0, 0, true, 5});
  const Thread thread = main_thread(facts());
  EXPECT_EQ(thread.state, Thread::State::kRunning);
  EXPECT_EQ(thread.doing, "waits for its GPU");
}

TEST_F(DriverFacts, TheIssueOfACallMayStandBehindAnotherCall) {
  trace::Record issue;
  issue.kind = trace::Kind::kIssue;
  issue.call = own.issue(call(trace::Op::kBarrier)).call;
  own.block(issue);
  own.tell_driver_wait(slot, 1, {0, 1, true, 5});
  EXPECT_EQ(main_thread(facts()).wait.call, 1u);
}

TEST_F(OwnFacts, AWaitThatSoonGivesUpSaysSo) {
  trace::Record wait;
  wait.kind = trace::Kind::kStoreWait;
  wait.aux = 30'000;
  own.block(wait);
  const Wait soon = main_thread(facts()).wait;
  EXPECT_GT(soon.times_out_ms, 0);
  EXPECT_LE(soon.times_out_ms, 30'000);
}

// A gate for threads. std::latch is unsuitable, because it waits in a futex that is not private.
class Gate {
 public:
  void wait() {
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [&] { return open_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    opened_.notify_all();
  }
  bool is_open() {
    const std::lock_guard lock(mutex_);
    return open_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false;
};

// once() waits until the named thread of this process meets the condition `wanted`.
struct Watched : OwnFacts {
  Watched() { pthread_setname_np(pthread_self(), "main"); }
  State once(const std::string& name, auto wanted) {
    while (true) {
      const RankFacts facts = this->facts();
      const auto found = std::ranges::find(facts.threads, name, &Thread::name);
      if (found == facts.threads.end() || !wanted(*found)) continue;
      doing = found->doing;
      return found->state;
    }
  }
  State once_asleep(const std::string& name) {
    return once(name, [](const Thread& t) {
      return t.state != State::kRunning && t.state != State::kFeeder;
    });
  }
  static void call_it(const char* name) { pthread_setname_np(pthread_self(), name); }
  void record_start(const char* origin) {
    own.thread_started(static_cast<std::uint64_t>(gettid()), origin);
  }

  std::string doing;
  Gate over;
};

TEST_F(Watched, AThreadThatWaitsForAnotherOneIsIdleWhetherItMadeCallsOrNot) {
  std::jthread fresh([&] { call_it("fresh"), over.wait(); });
  std::jthread caller([&] { own.log({}), call_it("caller"), over.wait(); });
  EXPECT_EQ(once_asleep("fresh"), State::kIdle);
  EXPECT_EQ(once_asleep("caller"), State::kIdle);
  over.open();
}

// A client of a store keeps its mutex while it waits.
TEST_F(Watched, AThreadThatIsKeptOutOfTheStoreWaitsForTheThreadInside) {
  std::mutex client;
  std::jthread inside([&] {
    const std::lock_guard lock(client);
    trace::Record wait;
    wait.kind = trace::Kind::kStoreWait;
    wait.count = 1;
    wait.tag = trace::kOwnStore;
    const trace::Record before = own.block(wait, std::vector<std::uint64_t>{31});
    call_it("inside");
    over.wait();
    own.unblock(before);
  });
  const auto blocked = [](const Thread& t) { return t.state == State::kBlocked; };
  once("inside", blocked);
  std::jthread uploader([&] {
    trace::Record setting;
    setting.kind = trace::Kind::kStoreSetting;
    setting.count = 1;
    const trace::Record before = own.block(setting, std::vector<std::uint64_t>{31});
    call_it("uploader");
    const std::lock_guard lock(client);
    own.unblock(before);
  });
  once("uploader", blocked);
  const RankFacts facts = this->facts();
  const auto thread = [&](const char* name) {
    return *std::ranges::find(facts.threads, std::string(name), &Thread::name);
  };
  EXPECT_EQ(thread("uploader").wait.on, Wait::On::kThread);
  EXPECT_EQ(thread("uploader").wait.thread, thread("inside").id);
  EXPECT_THAT(facts.keys_set, IsEmpty()) << "it sets the key only after the other one has left";
  over.open();
}

TEST_F(Watched, AThreadThatATimerOrAnOutsiderMayWakeIsDoubtful) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  std::jthread reader([&] {
    call_it("reader");
    char byte;
    (void)!read(pipe[0], &byte, 1);
  });
  EXPECT_EQ(once_asleep("reader"), State::kDoubtful);
  EXPECT_EQ(doing, "reads from a pipe");
  (void)!write(pipe[1], "x", 1);
}

TEST_F(Watched, AThreadThatServesCallsAloneIsHarmlessWhereverItSleeps) {
  std::jthread loop([&] {
    record_start("MN4gloo9transport3tcp4LoopEFvvEPS6_EEEEEE");
    call_it("loop");
    over.wait();
  });
  EXPECT_EQ(once_asleep("loop"), State::kHarmless);
  EXPECT_EQ(doing, "gloo's transport");
  over.open();
}

TEST_F(Watched, AThreadOfTheProgramThatIsCalledLikeAHarmlessOneIsNone) {
  std::jthread upload([&] {
    record_start("python:my.openblas.libgomp.tqdm._monitor.TMonitor");
    call_it("upload");
    while (!over.is_open()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  EXPECT_EQ(once_asleep("upload"), State::kDoubtful);
  over.open();
}

TEST_F(Watched, ACallbackOfTheProgramMakesItAThreadLikeAnyOther) {
  std::jthread loop([&] {
    record_start("MN4gloo9transport3tcp4LoopEFvvEPS6_EEEEEE");
    own.enter_program();
    call_it("loop");
    over.wait();
    own.leave_program();
  });
  EXPECT_EQ(once_asleep("loop"), State::kIdle);
  over.open();
}

TEST_F(Watched, AThreadOfAPoolIsHarmlessUntilItWaitsForSomethingElse) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  std::jthread pinning([&] {
    record_start("python:torch.utils.data._utils.pin_memory._pin_memory_loop");
    call_it("pinning");
    over.wait();
    char byte;
    (void)!read(pipe[0], &byte, 1);
  });
  EXPECT_EQ(once_asleep("pinning"), State::kHarmless);
  over.open();
  EXPECT_EQ(once("pinning", [](const Thread& t) { return t.state != State::kHarmless; }),
            State::kFeeder);
  (void)!write(pipe[1], "x", 1);
}

TEST_F(Watched, ATickingThreadOfAKnownKindIsHarmless) {
  std::jthread monitor([&] {
    record_start("python3.11");
    own.describe_thread(static_cast<std::uint64_t>(gettid()), "python:tqdm._monitor.TMonitor",
                        "monitor");
    while (!over.is_open()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  EXPECT_EQ(once_asleep("monitor"), State::kHarmless);
  over.open();
}

TEST_F(Watched, AThreadOfAutogradServesUntilABackwardRunsHooksInIt) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  std::jthread worker([&] {
    record_start("MN5torch8autograd6EngineEFvi");
    call_it("worker");
    char byte;
    (void)!read(pipe[0], &byte, 1);
  });
  EXPECT_EQ(once("worker", [](const Thread& t) { return t.doing != ""; }), State::kFeeder);
  trace::Record backward;
  backward.kind = trace::Kind::kBackward;
  own.block(backward);
  EXPECT_EQ(once_asleep("worker"), State::kDoubtful);
  (void)!write(pipe[1], "x", 1);
}

TEST_F(Watched, AThreadOfTheDriverServesUntilAFunctionOfTheProgramWaitsForIt) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  std::jthread driver([&] {
    record_start("libcuda.so.1");
    call_it("driver");
    char byte;
    (void)!read(pipe[0], &byte, 1);
  });
  EXPECT_EQ(once("driver", [](const Thread& t) { return t.doing != ""; }), State::kFeeder);
  own.function_put();
  EXPECT_EQ(once_asleep("driver"), State::kDoubtful);
  own.function_ran();
  EXPECT_EQ(once("driver", [](const Thread&) { return true; }), State::kFeeder);
  (void)!write(pipe[1], "x", 1);
}

// A child process that handles the given signal. Its main thread waits for a lock that is never
// released.
struct Handling : OwnFacts {
  State main_thread_with(int handled, bool with_child = false) {
    const pid_t child = fork();
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      signal(handled, [](int) {});
      if (with_child && fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (true) pause();
      }
      pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
      pthread_mutex_lock(&mutex);
      pthread_mutex_lock(&mutex);
    }
    members[0].pid = child;
    State state = State::kRunning;
    while (state == State::kRunning) {
      const RankFacts facts = this->facts();
      if (facts.threads.empty()) continue;
      state = facts.threads[0].state;
      doing = facts.threads[0].doing;
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return state;
  }
  std::string doing;
};

TEST_F(Handling, AHandlerOfASignalMayActInTheMainThread) {
  EXPECT_EQ(main_thread_with(SIGUSR1), State::kDoubtful);
  EXPECT_EQ(doing, "has a handler for SIGUSR1, which may run");
  EXPECT_EQ(main_thread_with(SIGRTMIN + 3), State::kDoubtful);
  EXPECT_EQ(doing, "has a handler for SIGRTMIN+3, which may run");
}

TEST_F(Handling, ASigchldComesOnlyWhileThereAreChildren) {
  if (access("/proc/thread-self/children", F_OK) != 0) GTEST_SKIP() << "the kernel does not tell";
  EXPECT_EQ(main_thread_with(SIGCHLD), State::kIdle);
  EXPECT_EQ(main_thread_with(SIGCHLD, true), State::kDoubtful);
  EXPECT_EQ(doing, "has a handler for SIGCHLD, which may run");
}

TEST_F(Handling, WhatAsksForStacksDoesNothingElse) {
  EXPECT_EQ(main_thread_with(process::kStacksSignal), State::kIdle);
}

TEST_F(OwnFacts, ACallGivesUpByTheTimeoutOfItsGroup) {
  trace::GroupRecord group{{"1", "", {7, 5}, 0, "gloo"}};
  group.timeout_ms = 5'000;
  trace::Record record = call(trace::Op::kAllreduce);
  record.group = own.add_group(group);
  own.issue(record);
  own.issue(call(trace::Op::kAllreduce));
  const RankFacts facts = this->facts();
  EXPECT_GT(facts.open.at(0).times_out_ms, 0);
  EXPECT_LE(facts.open.at(0).times_out_ms, 5'000);
  EXPECT_EQ(facts.open.at(1).times_out_ms, -1);
}

TEST_F(OwnFacts, CallsNameTheirPassAndTheirModuleAndFactsHoldNoOtherModules) {
  own.add_module("layers.0");
  trace::Record record = call(trace::Op::kAllgatherBase);
  record.pass = trace::Pass::kBackward;
  record.module = own.add_module("layers.1");
  own.issue(record);
  record.module = 77;
  own.issue(record);
  const RankFacts facts = facts::rank_facts_from_json(facts::to_json(this->facts()));
  EXPECT_THAT(facts.modules, ElementsAre("layers.1"));
  EXPECT_EQ(facts.open.at(0).pass, trace::Pass::kBackward);
  EXPECT_EQ(facts.open.at(0).module, 0);
  EXPECT_EQ(facts.open.at(1).module, -1) << "a rank may write anything";
}

TEST_F(OwnFacts, AnExceptionIsHandledAsLongAsItsThreadWaits) {
  own.handle({"KeyError: 'x'", "train.py:12"});
  EXPECT_EQ(facts().handling, std::nullopt) << "the thread may have left its handler";
  trace::Record wait;
  wait.kind = trace::Kind::kWait;
  const trace::Record before = own.block(wait);
  const RankFacts facts = facts::rank_facts_from_json(facts::to_json(this->facts()));
  EXPECT_EQ(facts.handling, (facts::Handling{"KeyError: 'x'", "train.py:12"}));
  own.unblock(before);
  EXPECT_EQ(this->facts().handling, std::nullopt);
}

TEST_F(OwnFacts, AWaitWithATimeoutOfItsOwnIsInDoubt) {
  trace::Record wait;
  wait.kind = trace::Kind::kStoreWait;
  wait.aux = 600'000;
  wait.flags = trace::kPlanned;
  wait.tag = trace::kOwnStore;
  own.block(wait);
  EXPECT_THAT(main_thread(facts()).wait.doubts, ElementsAre("a wait has its own timeout of 600 s"));
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
  own.add_group({{"1", "", std::vector<int>(trace::kMembers, 0), 0, "gloo"}});
  EXPECT_TRUE(facts().incomplete);
}

TEST_F(OwnFacts, ACallGivesUpByItsOwnTimeoutRatherThanByThatOfItsGroup) {
  own.set_timeout(0, 1'800'000);
  trace::Record record = call(trace::Op::kAllreduce);
  record.aux = 8'000;
  own.issue(record);
  own.issue(call(trace::Op::kAllreduce));
  const RankFacts facts = this->facts();
  ASSERT_THAT(facts.open, SizeIs(2));
  EXPECT_LE(facts.open[0].times_out_ms, 8'000);
  EXPECT_GT(facts.open[1].times_out_ms, 1'700'000);
}

TEST_F(OwnFacts, AWaitForKeysHasAllOfThem) {
  trace::Record wait;
  wait.kind = trace::Kind::kStoreWait;
  wait.count = 2;
  wait.tag = trace::kOwnStore;
  own.name_key(12, "shard/1");
  own.block(wait, std::vector<std::uint64_t>{11, 12});
  const Wait two = main_thread(facts()).wait;
  ASSERT_THAT(two.keys, SizeIs(2));
  EXPECT_EQ(two.keys[1].hash, 12u);
  EXPECT_EQ(two.keys[1].name, "shard/1");
  EXPECT_THAT(two.doubts, IsEmpty());
  wait.count = 3;
  own.block(wait, std::vector<std::uint64_t>{11, 12, 13});
  std::vector<std::uint64_t> many(trace::kWaitKeys + 1, 14);
  wait.count = many.size();
  own.block(wait, many);
  EXPECT_THAT(main_thread(facts()).wait.doubts,
              ElementsAre("the wait is for 1025 store keys, of which 1024 are recorded"));
}

TEST_F(OwnFacts, AKeyCountsAsSetFromTheBeginningOfTheCallThatSetsIt) {
  trace::Record setting;
  setting.kind = trace::Kind::kStoreSetting;
  setting.count = 1;
  own.block(setting, std::vector<std::uint64_t>{21});
  EXPECT_THAT(facts().keys_set, ElementsAre(21));
  EXPECT_EQ(main_thread(facts()).state, State::kRunning);
}

TEST_F(OwnFacts, KeysThatFindNoRoomAreAnnounced) {
  EXPECT_FALSE(facts().keys_incomplete);
  for (std::uint64_t key = 1; key <= trace::kKeys + 1; ++key) own.key_set(key);
  EXPECT_TRUE(facts().keys_incomplete);
  EXPECT_FALSE(facts().incomplete) << "only waits for keys depend on them";
}

TEST_F(OwnFacts, AGroupWithAMemberThatCannotBeMakesThemIncomplete) {
  own.add_group({{"1", "", {0, -1}, 0, "gloo"}});
  EXPECT_TRUE(facts().incomplete);
}

TEST_F(OwnFacts, CorruptRecordsNameNoGroupAndNoPeer) {
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
    // The child opens the file again, because a lock belongs to the open file description, and a
    // fork shares its parent's.
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
  std::vector<LocalRank> members;
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
}  // namespace gridlock::inspect
