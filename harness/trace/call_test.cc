#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

#include "harness/trace/describe.h"
#include "harness/trace/operation.h"
#include "harness/trace/ring.h"

namespace gridlock::trace {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Record call_of(Op op, std::uint32_t group) {
  Record record;
  record.op = static_cast<std::uint16_t>(op);
  record.group = group;
  return record;
}

struct Calls : testing::Test {
  Ring ring = Ring::create();
  RingWriter writer{ring};
  RingReader reader{ring};
};

TEST_F(Calls, AreOpenUntilTheyComplete) {
  const auto group = writer.add_group({{"0", "default_pg", {0, 1}, 0, "gloo"}});
  const CallHandle first = writer.issue(call_of(Op::kAllreduce, group));
  const CallHandle second = writer.issue(call_of(Op::kBarrier, group));
  ASSERT_THAT(reader.open_calls(), SizeIs(2));
  EXPECT_EQ(reader.open_calls()[0].record.seq, 1u);
  EXPECT_EQ(reader.open_calls()[1].record.seq, 2u);
  writer.complete(first, false);
  writer.complete(first, false);
  ASSERT_THAT(reader.open_calls(), SizeIs(1));
  EXPECT_EQ(reader.open_calls()[0].record.call, second.call);
  EXPECT_EQ(reader.groups()[0].enqueued, 2u);
}

TEST_F(Calls, SendAndRecvTakeNoPlaceInTheSequenceOfCollectives) {
  const auto group = writer.add_group({{"0", "", {0, 1}, 0, "gloo"}});
  Record send = call_of(Op::kSend, group);
  send.seq = 5;
  writer.issue(send);
  EXPECT_EQ(reader.open_calls()[0].record.seq, 5u);
  EXPECT_EQ(reader.groups()[0].enqueued, 0u);
}

TEST_F(Calls, FlagsAreAddedToOpenOnes) {
  const auto group = writer.add_group({{"0", "", {0, 1}, 0, "gloo"}});
  const CallHandle handle = writer.issue(call_of(Op::kAllreduce, group));
  writer.add_flags(handle, kFuture);
  EXPECT_EQ(reader.open_calls()[0].record.flags, kFuture);
  writer.complete(handle, false);
  writer.add_flags(handle, kAsync);
  EXPECT_THAT(reader.open_calls(), IsEmpty());
}

TEST_F(Calls, ManyOverALongTimeFindRoom) {
  const auto group = writer.add_group({{"0", "", {0, 1}, 0, "gloo"}});
  writer.issue(call_of(Op::kAllreduce, group));  // never completes
  for (std::size_t i = 0; i < 5 * kCalls; ++i) {
    writer.complete(writer.issue(call_of(Op::kAllreduce, group)), false);
  }
  EXPECT_EQ(reader.lost(), Lost{});
  EXPECT_THAT(reader.open_calls(), SizeIs(1));
}

TEST_F(Calls, WhatFindsNoRoomIsCounted) {
  const auto group = writer.add_group({{"0", "", {0, 1}, 0, "gloo"}});
  std::vector<CallHandle> calls;
  for (std::size_t i = 0; i < kCalls + 3; ++i) {
    calls.push_back(writer.issue(call_of(Op::kAllreduce, group)));
  }
  EXPECT_EQ(reader.lost(), (Lost{.calls = 3}));
  EXPECT_THAT(reader.open_calls(), SizeIs(kCalls));
  for (const CallHandle& call : calls) {
    EXPECT_TRUE(writer.is_open(call));
    writer.complete(call, false);
    writer.complete(call, false);
    EXPECT_FALSE(writer.is_open(call));
  }
  EXPECT_EQ(reader.lost(), Lost{}) << "they are complete";
  writer.add_group({{"1", "", std::vector<int>(kMembers, 0), 0, "gloo"}});
  EXPECT_EQ(reader.lost(), (Lost{.groups = 1}));
  EXPECT_THAT(reader.groups(), SizeIs(1));
}

TEST_F(Calls, GroupsKeepNameAndMembers) {
  writer.add_group({{"7", "mesh_cp", {4, 1, 9}, 2, "nccl"}});
  ASSERT_THAT(reader.groups(), SizeIs(1));
  const GroupRecord group = reader.groups()[0];
  EXPECT_EQ(group.name, "7");
  EXPECT_EQ(group.description, "mesh_cp");
  EXPECT_EQ(group.backend, "nccl");
  EXPECT_EQ(group.creation, 2);
  EXPECT_THAT(group.members, ElementsAre(4, 1, 9));
  EXPECT_FALSE(group.connected);
  writer.set_connected(0);
  EXPECT_TRUE(reader.groups()[0].connected);
}

TEST_F(Calls, BlocksNest) {
  Record backward;
  backward.kind = Kind::kBackward;
  Record wait;
  wait.kind = Kind::kWait;
  wait.call = 3;
  const Record outer = writer.block(backward);
  const Record inner = writer.block(wait);
  ASSERT_THAT(reader.snapshot(), SizeIs(1));
  EXPECT_EQ(reader.snapshot()[0].blocked->call, 3u);
  writer.unblock(inner);
  EXPECT_EQ(reader.snapshot()[0].blocked->kind, Kind::kBackward);
  writer.unblock(outer);
  EXPECT_EQ(reader.snapshot()[0].blocked->kind, Kind::kNone);
}

TEST_F(Calls, KeysOfTheStoreAreRememberedOnce) {
  for (const std::uint64_t key : {11u, 12u, 11u}) writer.key_set(key);
  EXPECT_THAT(reader.keys_set(), testing::UnorderedElementsAre(11u, 12u));
  for (std::uint64_t key = 1; key <= kKeys + 1; ++key) writer.key_set(key * 7919);
  EXPECT_GT(reader.lost().keys, 0u);
}

TEST_F(Calls, AWaitForKeysHasAllOfThemWithTheirNames) {
  Record wait;
  wait.kind = Kind::kStoreWait;
  wait.count = 2;
  const std::vector<std::uint64_t> keys{11, 12};
  writer.name_key(11, "shard/0");
  const Record outer = writer.block(wait, keys);
  const std::vector<LaneSnapshot> lanes = reader.snapshot();
  ASSERT_THAT(lanes, SizeIs(1));
  ASSERT_THAT(lanes[0].keys, SizeIs(2));
  EXPECT_EQ(lanes[0].keys[0].name, "shard/0");
  EXPECT_EQ(lanes[0].keys[1].hash, 12u);
  EXPECT_EQ(lanes[0].keys[1].name, "");
  writer.unblock(outer);
  EXPECT_THAT(reader.snapshot()[0].keys, IsEmpty());
}

TEST_F(Calls, NamesOfKeysNeverRunOut) {
  const std::string long_name = std::string(200, 'a') + "/shard/7";
  for (std::uint64_t key = 1; key <= 3 * kKeyNames; ++key) writer.name_key(key, "k");
  writer.name_key(77'777, long_name);
  Record wait;
  wait.kind = Kind::kStoreWait;
  wait.count = 1;
  writer.block(wait, std::vector<std::uint64_t>{77'777});
  const std::string name = reader.snapshot()[0].keys[0].name;
  EXPECT_TRUE(name.starts_with("…a")) << name;
  EXPECT_TRUE(name.ends_with("a/shard/7")) << name;
}

TEST_F(Calls, OfManyThreadsKeepTheirNumbersApart) {
  const auto group = writer.add_group({{"0", "", {0, 1}, 0, "gloo"}});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 200; ++j) {
        const CallHandle handle = writer.issue(call_of(Op::kAllreduce, group));
        writer.add_flags(handle, kFuture);
        if (j % 2 == 0) writer.complete(handle, false);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(reader.groups()[0].enqueued, 800u);
  EXPECT_THAT(reader.open_calls(), SizeIs(400));
  EXPECT_EQ(reader.lost(), Lost{});
}

TEST_F(Calls, AreDescribedInWords) {
  const auto group = writer.add_group({{"0", "mesh_cp", {2, 3}, 0, "gloo"}});
  Record record = call_of(Op::kBroadcast, group);
  record.peer = 1;
  record.count = 8;
  record.flags = kAsync;
  record.pass = Pass::kBackward;
  record.module = writer.add_module("layers.3");
  record.site = 17;
  writer.add_site(17, "train.py:45");
  writer.issue(record);
  EXPECT_EQ(describe(reader.open_calls()[0].record, names_of(reader)),
            "call 1: broadcast #1 of root 1 in mesh_cp[2,3], 8 elements, async, backward of "
            "layers.3, at train.py:45");
  EXPECT_EQ(describe(reader.open_calls()[0].record, {}),
            "call 1: broadcast #1 of root 1 in group 0, 8 elements, async, backward");
  record.kind = static_cast<Kind>(99);
  EXPECT_EQ(describe(record, {}), "record of kind 99");
}

TEST_F(Calls, GarbageIsReadWithoutHarm) {
  auto* words = reinterpret_cast<Word*>(&ring.layout());
  for (std::size_t i = 3; i < sizeof(Layout) / sizeof(Word); ++i) {
    words[i].store(i * 0x9e3779b97f4a7c15);
  }
  for (GroupSlot& slot : ring.layout().groups) slot.ready.store(1);
  for (ModuleSlot& slot : ring.layout().modules) slot.ready.store(1);
  reader.groups();
  reader.open_calls();
  reader.modules();
  reader.keys_set();
  reader.threads();
  reader.sites();
  EXPECT_THAT(reader.snapshot(), SizeIs(kLanes + 1));
}

TEST_F(Calls, CompleteInThreadsThatTakeNoLane) {
  const auto group = writer.add_group({{"0", "", {0, 1}, 0, "gloo"}});
  constexpr std::size_t kMany = 2 * kLanes;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kMany; ++i) {
    const CallHandle call = writer.issue(call_of(Op::kAllreduce, group));
    threads.emplace_back([&, call] { writer.complete(call, false); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(reader.open_calls(), IsEmpty());
  EXPECT_EQ(reader.dropped(), 0u);
  const auto lanes = reader.snapshot();
  ASSERT_THAT(lanes, SizeIs(2));
  EXPECT_EQ(lanes[1].thread, 0u);
  EXPECT_THAT(lanes[1].log, SizeIs(kMany));
  EXPECT_EQ(lanes[1].log[0].kind, Kind::kDone);
  EXPECT_EQ(reader.events(), 1 + 2 * kMany);
}

TEST_F(Calls, OfManyCompletionsTheLastAreKept) {
  const auto group = writer.add_group({{"0", "", {0, 1}, 0, "gloo"}});
  for (std::size_t i = 0; i < kCapacity + 5; ++i) {
    const CallHandle call = writer.issue(call_of(Op::kAllreduce, group));
    std::thread([&] { writer.complete(call, false); }).join();
  }
  const LaneSnapshot shared = reader.snapshot().back();
  EXPECT_THAT(shared.log, SizeIs(kCapacity));
  EXPECT_EQ(shared.overwritten, 5u);
  EXPECT_EQ(shared.log.back().call, kCapacity + 5);
}

TEST_F(Calls, ModulesAreNumberedUntilThereIsNoRoom) {
  for (std::size_t i = 1; i <= kModules; ++i) {
    ASSERT_EQ(writer.add_module("layers." + std::to_string(i)), i);
  }
  EXPECT_EQ(writer.add_module("one more"), 0);
  ASSERT_THAT(reader.modules(), SizeIs(kModules));
  EXPECT_EQ(reader.modules()[2], "layers.3");
  EXPECT_EQ(reader.lost(), Lost{}) << "no proof rests on them";
}

TEST_F(Calls, SitesAreKeptOnce) {
  writer.add_site(5, "train.py:45");
  writer.add_site(5 + kSites, "train.py:46");
  writer.add_site(5, "train.py:45");
  const auto sites = reader.sites();
  ASSERT_THAT(sites, SizeIs(2));
  EXPECT_EQ(sites[1].place, "train.py:46");
  for (std::size_t i = 0; i < 2 * kSites; ++i) writer.add_site(1000 + i, "elsewhere");
  EXPECT_THAT(reader.sites(), SizeIs(kSites));
  EXPECT_EQ(reader.lost(), Lost{});
}

TEST_F(Calls, ThreadsHaveAnOriginUntilTheyAreGone) {
  writer.thread_started(7, "libgomp.so.1");
  writer.thread_started(8, "python3.11");
  writer.describe_thread(8, "tqdm._monitor.TMonitor", "Thread-1");
  writer.describe_thread(9, "unknown", "never started");
  auto threads = reader.threads();
  ASSERT_THAT(threads, SizeIs(2));
  EXPECT_EQ(threads[0].origin, "libgomp.so.1");
  EXPECT_EQ(threads[1].origin, "tqdm._monitor.TMonitor");
  EXPECT_EQ(threads[1].name, "Thread-1");
  writer.thread_ended(7);
  EXPECT_THAT(reader.threads(), SizeIs(1));
  writer.thread_started(8, "another");  // the kernel used the thread's id again
  threads = reader.threads();
  ASSERT_THAT(threads, SizeIs(1));
  EXPECT_EQ(threads[0].origin, "another");
  EXPECT_EQ(threads[0].name, "");
}

TEST_F(Calls, MoreThreadsThanThereIsRoomForHaveNoOrigin) {
  for (std::size_t i = 1; i <= kThreads + 5; ++i) writer.thread_started(i, "x");
  EXPECT_THAT(reader.threads(), SizeIs(kThreads));
  EXPECT_EQ(reader.lost(), Lost{});
}

TEST_F(Calls, ACallbackOfTheProgramIsSeenInTheThreadThatRunsIt) {
  writer.thread_started(static_cast<std::uint64_t>(gettid()), "gloo");
  writer.enter_program();
  writer.enter_program();
  writer.leave_program();
  EXPECT_TRUE(reader.threads().at(0).in_program);
  writer.leave_program();
  EXPECT_FALSE(reader.threads().at(0).in_program);
}

TEST_F(Calls, AThreadHandlesAnExceptionUntilItSaysOtherwise) {
  writer.log({});
  EXPECT_EQ(reader.snapshot().at(0).handling.error, "");
  writer.handle({"KeyError: 'x'", "train.py:12"});
  EXPECT_EQ(reader.snapshot().at(0).handling.error, "KeyError: 'x'");
  EXPECT_EQ(reader.snapshot().at(0).handling.place, "train.py:12");
  writer.handle({std::string(5000, 'x'), std::string(5000, 'y')});
  EXPECT_EQ(reader.snapshot().at(0).handling.error, std::string(384, 'x'));
  writer.handle({});
  EXPECT_EQ(reader.snapshot().at(0).handling.error, "");
}

TEST_F(Calls, AThreadThatTakesOverALaneHandlesNothing) {
  const auto handle = [&](const std::string& error) {
    std::thread([&] {
      writer.log({});
      if (!error.empty()) writer.handle({error, ""});
      writer.thread_ended(static_cast<std::uint64_t>(gettid()));
    }).join();
  };
  handle("KeyError: 'x'");
  EXPECT_EQ(reader.snapshot().at(0).handling.error, "");
}

TEST_F(Calls, ThreadsThatEndLeaveTheirLanesToOthers) {
  for (std::size_t i = 0; i < 3 * kLanes; ++i) {
    std::thread([&] {
      writer.log({});
      writer.thread_ended(static_cast<std::uint64_t>(gettid()));
    }).join();
  }
  EXPECT_EQ(reader.dropped(), 0u);
  EXPECT_EQ(reader.events(), 3 * kLanes);
}

}  // namespace
}  // namespace gridlock::trace
