#include "harness/agent/sleepers.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace gridlock::agent {
namespace {

bool always(pid_t, pid_t) {
  return true;
}

KernelThread asleep(std::uint64_t switches, const char* name = "python") {
  KernelThread thread;
  thread.id = 7;
  thread.name = name;
  thread.state = 'S';
  thread.switches = switches;
  return thread;
}

TEST(Sleepers, WhoSleepsUntilATimeMayAct) {
  Sleepers sleepers(always);
  EXPECT_EQ(sleepers.mark(1, {asleep(3)})[0].state, 'R');
  EXPECT_EQ(sleepers.mark(1, {asleep(3)})[0].state, 'R');
}

TEST(Sleepers, WhoWokeWithoutAnEventIsAClock) {
  Sleepers sleepers(always);
  sleepers.begin(10);
  sleepers.mark(1, {asleep(3)});
  sleepers.begin(10);
  EXPECT_EQ(sleepers.mark(1, {asleep(4)})[0].state, 'S');
  sleepers.begin(11);
  EXPECT_EQ(sleepers.mark(1, {asleep(4)})[0].state, 'R');
}

TEST(Sleepers, LibrariesAndThoseThatWaitForOthersAreAsTheKernelSays) {
  Sleepers timed(always);
  EXPECT_EQ(timed.mark(1, {asleep(3, "pt_tcpstore_uv")})[0].state, 'S');
  Sleepers untimed([](pid_t, pid_t) { return false; });
  EXPECT_EQ(untimed.mark(1, {asleep(3)})[0].state, 'S');
}

// A thread of this process that waits in some way, until the test is over.
template <typename Wait>
void expect_timed(bool timed, Wait wait) {
  std::atomic<pid_t> id = 0;
  std::mutex mutex;
  std::condition_variable over;
  bool done = false;
  std::thread waiter([&] {
    std::unique_lock lock(mutex);
    id = static_cast<pid_t>(syscall(SYS_gettid));
    wait(lock, over, [&] { return done; });
  });
  while (id == 0) std::this_thread::yield();
  const auto state = [&] {
    for (const KernelThread& thread : kernel_threads(getpid())) {
      if (thread.id == id) return thread.state;
    }
    return '?';
  };
  // The mutex is free only when it waits, and then it is about to sleep.
  { const std::lock_guard lock(mutex); }
  while (state() != 'S') std::this_thread::yield();
  EXPECT_EQ(sleeps_for_a_time(getpid(), id), timed);
  {
    const std::lock_guard lock(mutex);
    done = true;
  }
  over.notify_all();
  waiter.join();
}

TEST(Sleepers, TheKernelTellsWaitsWithATimeFromThoseWithout) {
  expect_timed(false, [](auto& lock, auto& over, auto done) { over.wait(lock, done); });
  expect_timed(true, [](auto& lock, auto& over, auto done) {
    over.wait_for(lock, std::chrono::hours(1), done);
  });
}

}  // namespace
}  // namespace gridlock::agent
