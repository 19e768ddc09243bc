#include "harness/trace/ring.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

#include "harness/trace/phase.h"

namespace gridlock::trace {
namespace {

Record event(std::uint64_t seq) {
  Record record;
  record.kind = Kind::kPhase;
  record.op = static_cast<std::uint16_t>(Phase::kStep);
  record.seq = seq;
  record.count = record.shape_hash = record.site = record.aux = seq;  // detects a torn record
  return record;
}

bool whole(const Record& record) {
  return record.count == record.seq && record.shape_hash == record.seq &&
         record.site == record.seq && record.aux == record.seq;
}

TEST(Ring, KeepsWhatADeadProcessWrote) {
  Ring ring = Ring::create();
  const pid_t child = fork();
  if (child == 0) {
    Ring mine = Ring::attach(process::Fd(dup(ring.fd())));
    RingWriter(mine).enter(event(7));
    kill(getpid(), SIGKILL);
  }
  waitpid(child, nullptr, 0);
  RingReader reader(ring);
  EXPECT_EQ(reader.events(), 1u);
  ASSERT_TRUE(reader.main_state());
  EXPECT_EQ(reader.main_state()->seq, 7u);
  EXPECT_EQ(describe_phase(*reader.main_state()), "step 7");
}

TEST(Ring, CountsWhatItOverwrites) {
  Ring ring = Ring::create();
  RingWriter writer(ring);
  const std::uint64_t total = 3 * kCapacity + 5;
  for (std::uint64_t i = 0; i < total; ++i) writer.log(event(i));
  const auto lanes = RingReader(ring).snapshot();
  ASSERT_EQ(lanes.size(), 1u);
  EXPECT_EQ(lanes[0].written, total);
  EXPECT_EQ(lanes[0].overwritten + lanes[0].log.size(), total);
  EXPECT_EQ(lanes[0].log.back().seq, total - 1);
  EXPECT_EQ(lanes[0].log.front().seq, lanes[0].overwritten);
}

TEST(Ring, EachThreadWritesItsOwnLaneAndTheRestAreCounted) {
  Ring ring = Ring::create();
  RingWriter writer(ring);
  constexpr std::size_t kThreads = kLanes + 3;
  std::atomic<std::size_t> claimed = 0;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      writer.log(event(1));
      ++claimed;
      while (claimed < kThreads) std::this_thread::yield();
    });
  }
  for (auto& thread : threads) thread.join();
  RingReader reader(ring);
  EXPECT_EQ(reader.snapshot().size(), kLanes);
  EXPECT_EQ(reader.dropped(), 3u);
  EXPECT_EQ(reader.events(), kThreads);
}

TEST(Ring, AThreadMayWriteToAnotherOneOnceTheFirstIsGone) {
  std::optional<Ring> first = Ring::create();
  Ring second = Ring::create();  // made while the first exists, so it has another address
  RingWriter(*first).log(event(1));
  first.reset();
  RingWriter(second).log(event(2));
  EXPECT_EQ(RingReader(second).events(), 1u);
}

TEST(Ring, AReaderBesideABusyWriterSeesOnlyWholeRecords) {
  Ring ring = Ring::create();
  std::atomic<bool> stop = false;
  std::atomic<bool> started = false;
  std::thread thread([&] {
    RingWriter writer(ring);
    for (std::uint64_t i = 0; !stop; ++i) {
      writer.enter(event(i));
      started = true;
    }
  });
  while (!started) std::this_thread::yield();
  RingReader reader(ring);
  for (int round = 0; round < 200; ++round) {
    const auto state = reader.main_state();
    EXPECT_TRUE(!state || whole(*state));
    for (const LaneSnapshot& lane : reader.snapshot()) {
      for (const Record& record : lane.log) ASSERT_TRUE(whole(record));
      for (std::size_t i = 1; i < lane.log.size(); ++i) {
        ASSERT_EQ(lane.log[i].seq, lane.log[i - 1].seq + 1);
      }
    }
  }
  stop = true;
  thread.join();
}

TEST(Ring, GarbageIsRefused) {
  process::Fd empty(memfd_create("empty", 0));
  EXPECT_THROW(Ring::attach(std::move(empty)), std::runtime_error);
  process::Fd zeros(memfd_create("zeros", 0));
  ASSERT_EQ(ftruncate(zeros.get(), sizeof(Layout)), 0);
  EXPECT_THROW(Ring::attach(std::move(zeros)), std::runtime_error);
  Ring other = Ring::create();
  other.layout().version.store(kVersion + 1);
  EXPECT_THROW(Ring::attach(process::Fd(dup(other.fd()))), std::runtime_error);
}

std::string refusal(process::Fd memory) {
  try {
    Ring::attach(std::move(memory));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "none";
}

process::Fd memory_of(std::size_t size) {
  process::Fd memory(memfd_create("memory", 0));
  EXPECT_EQ(ftruncate(memory.get(), static_cast<off_t>(size)), 0);
  return memory;
}

TEST(Ring, TheRefusalSaysWhatIsWrong) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, sizeof(Layout) - 1}) {
    EXPECT_EQ(refusal(memory_of(size)), "not a ring: it is too small");
  }
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    process::Fd memory = memory_of(sizeof(Layout));
    for (int word = 0; word < 16; ++word) {
      const std::uint64_t noise = random();
      ASSERT_EQ(write(memory.get(), &noise, sizeof noise), ssize_t{sizeof noise});
    }
    EXPECT_EQ(refusal(std::move(memory)), "not a ring: wrong magic number");
  }
  Ring other = Ring::create();
  other.layout().version.store(kVersion + 1);
  EXPECT_EQ(refusal(process::Fd(dup(other.fd()))),
            "a ring of version " + std::to_string(kVersion + 1) +
                ", but this gridlock reads version " + std::to_string(kVersion));
}

TEST(Ring, NonsenseInsideDoesNotTakeTheReaderDown) {
  Ring ring = Ring::create();
  RingWriter(ring).enter(event(1));
  for (Lane& lane : ring.layout().lanes) {
    lane.thread = ~0ull;
    lane.written = ~0ull;
    lane.state.version = 1;
  }
  RingReader reader(ring);
  EXPECT_FALSE(reader.main_state());
  for (const LaneSnapshot& lane : reader.snapshot()) EXPECT_LE(lane.log.size(), kCapacity);
  Record record;
  record.op = 77;
  EXPECT_EQ(describe_phase(record), "phase 77");
}

TEST(Ring, ARankCannotShrinkItUnderTheReader) {
  Ring ring = Ring::create();
  EXPECT_NE(ftruncate(ring.fd(), 0), 0);
}

TEST(Phase, WordsAreReadBack) {
  EXPECT_EQ(parse_phase("compile"), Phase::kCompile);
  EXPECT_FALSE(parse_phase("lunch"));
}

TEST(Ring, AWaitInADriverHoldsForOneCallOfItsThread) {
  Ring ring = Ring::create();
  RingWriter writer(ring);
  const RingReader reader(ring);
  const std::size_t slot = writer.claim_driver_slot(41);
  EXPECT_NE(writer.claim_driver_slot(42), slot);
  writer.driver_slot(slot).calls = 7;
  writer.tell_driver_wait(slot, 7, {41, 3, true, 1});
  ASSERT_EQ(reader.driver_waits().size(), 1u);
  EXPECT_EQ(reader.driver_waits()[0].thread, 41u);
  EXPECT_EQ(reader.driver_waits()[0].call, 3u);
  EXPECT_EQ(reader.driver_waits()[0].since_ns, 1u);
  writer.driver_slot(slot).calls = 8;
  EXPECT_TRUE(reader.driver_waits().empty());
  writer.driver_slot(slot).calls = 9;
  EXPECT_TRUE(reader.driver_waits().empty());
}

// All threads are listed when the process joins a job. Some have called the driver before.
TEST(Ring, AThreadThatIsListedKeepsItsSlotOfTheDriver) {
  Ring ring = Ring::create();
  RingWriter writer(ring);
  const std::size_t slot = writer.claim_driver_slot(41);
  writer.driver_slot(slot).calls = 7;
  writer.tell_driver_wait(slot, 7, {41, 3, true, 1});
  writer.thread_started(41, "libtorch_cuda.so");
  EXPECT_EQ(RingReader(ring).driver_waits().size(), 1u);
}

TEST(Ring, AThreadThatEndsFreesItsSlotOfTheDriver) {
  Ring ring = Ring::create();
  RingWriter writer(ring);
  const std::size_t slot = writer.claim_driver_slot(41);
  writer.driver_slot(slot).calls = 7;
  writer.tell_driver_wait(slot, 7, {41, 3, true, 1});
  writer.thread_ended(41);
  EXPECT_TRUE(RingReader(ring).driver_waits().empty());
  EXPECT_EQ(writer.claim_driver_slot(42), slot);
  EXPECT_TRUE(RingReader(ring).driver_waits().empty());
}

}  // namespace
}  // namespace gridlock::trace
