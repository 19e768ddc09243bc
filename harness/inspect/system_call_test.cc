#include "harness/inspect/system_call.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

#include "harness/inspect/kernel_threads.h"

namespace gridlock::inspect {
namespace {

// Returns the system call of a thread that sleeps in `wait`. `release` ends the wait.
SystemCall asleep_in(auto wait, auto release) {
  std::atomic<pid_t> id = 0;
  std::thread waiter([&] {
    id = static_cast<pid_t>(syscall(SYS_gettid));
    wait();
  });
  while (id == 0) std::this_thread::yield();
  SystemCall found;
  while (found.sleep == Sleep::kAwake) {
    for (const KernelThread& thread : kernel_threads(getpid())) {
      if (thread.id == id) found = thread.system_call;
    }
  }
  release();
  waiter.join();
  return found;
}

struct Condition {
  std::mutex mutex;
  std::condition_variable over;
  bool done = false;
  void release() {
    const std::lock_guard lock(mutex);
    done = true;
    over.notify_all();
  }
};

TEST(SystemCall, APrivateConditionIsForThreadsOfTheProcess) {
  Condition c;
  const auto wait = [&] {
    std::unique_lock lock(c.mutex);
    c.over.wait(lock, [&] { return c.done; });
  };
  EXPECT_EQ(asleep_in(wait, [&] { c.release(); }).sleep, Sleep::kInside);
}

TEST(SystemCall, WhoJoinsAThreadWaitsForThatThread) {
  Condition c;
  std::thread joined([&] {
    std::unique_lock lock(c.mutex);
    c.over.wait(lock, [&] { return c.done; });
  });
  EXPECT_EQ(asleep_in([&] { joined.join(); }, [&] { c.release(); }).sleep, Sleep::kInside);
}

TEST(SystemCall, ATimeoutMayEndIt) {
  Condition c;
  const auto wait = [&] {
    std::unique_lock lock(c.mutex);
    c.over.wait_for(lock, std::chrono::hours(1), [&] { return c.done; });
  };
  const SystemCall call = asleep_in(wait, [&] { c.release(); });
  EXPECT_EQ(call.sleep, Sleep::kOutside);
  EXPECT_EQ(call.doing, "waits with a timeout");
}

TEST(SystemCall, ASharedSemaphoreMayBePostedByAnotherProcess) {
  void* memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* semaphore = static_cast<sem_t*>(memory);
  sem_init(semaphore, /*pshared=*/1, 0);
  const SystemCall call = asleep_in([&] { sem_wait(semaphore); }, [&] { sem_post(semaphore); });
  EXPECT_EQ(call.sleep, Sleep::kOutside);
  EXPECT_EQ(call.doing, "waits on memory shared with other processes");
  munmap(memory, 4096);
}

TEST(SystemCall, APipeAnEventfdAndAChildAreOutside) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  char byte;
  const auto from_pipe =
      asleep_in([&] { (void)!read(pipe[0], &byte, 1); }, [&] { (void)!write(pipe[1], "x", 1); });
  EXPECT_EQ(from_pipe.doing, "reads from a pipe");
  const int event = eventfd(0, 0);
  const auto from_event = asleep_in(
      [&] {
        eventfd_t value;
        eventfd_read(event, &value);
      },
      [&] { eventfd_write(event, 1); });
  EXPECT_EQ(from_event.doing, "reads from an eventfd");
  const pid_t child = fork();
  if (child == 0) {
    (void)!read(pipe[0], &byte, 1);
    _exit(0);
  }
  const auto for_child =
      asleep_in([&] { waitpid(child, nullptr, 0); }, [&] { (void)!write(pipe[1], "x", 1); });
  EXPECT_EQ(for_child.doing, "waits for child process " + std::to_string(child));
  for (const auto& call : {from_pipe, from_event, for_child}) {
    EXPECT_EQ(call.sleep, Sleep::kOutside);
  }
  for (const int fd : {pipe[0], pipe[1], event}) close(fd);
}

// After the process was stopped, the kernel restarts a timed wait through restart_syscall.
TEST(SystemCall, ATimedWaitThatWasStoppedStillHasATimeout) {
  const pid_t child = fork();
  if (child == 0) {
    poll(nullptr, 0, 3'600'000);
    _exit(0);
  }
  const auto asleep_elsewhere = [&](std::string_view words) {
    while (true) {
      const auto threads = kernel_threads(child);
      if (threads.empty() || threads[0].state != 'S') continue;
      const SystemCall call = threads[0].system_call;
      if (call.sleep != Sleep::kAwake && call.doing != words) return call;
    }
  };
  EXPECT_EQ(asleep_elsewhere("").doing, "polls descriptors");
  kill(child, SIGSTOP);
  waitpid(child, nullptr, WUNTRACED);
  kill(child, SIGCONT);
  const SystemCall call = asleep_elsewhere("polls descriptors");
  EXPECT_EQ(call.sleep, Sleep::kOutside);
  EXPECT_EQ(call.doing, "waits with a timeout");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST(BusySeconds, GrowWhileAThreadComputesAlone) {
  const double before = busy_seconds(getpid(), getpid());
  while (busy_seconds(getpid(), getpid()) < before + 0.02) {
  }
  const auto began = std::chrono::steady_clock::now();
  const double awake = busy_seconds(getpid(), getpid());
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const double asleep = busy_seconds(getpid(), getpid()) - awake;
  const std::chrono::duration<double> slept = std::chrono::steady_clock::now() - began;
  EXPECT_LT(asleep, slept.count() - 0.1);
  EXPECT_EQ(busy_seconds(-1, -1), 0);
}

TEST(SystemCall, WhereNobodyCanLookItMayBeAnything) {
  EXPECT_EQ(system_call(-1, -1, 'S').sleep, Sleep::kOutside);
  EXPECT_EQ(system_call(-1, -1, 'R').sleep, Sleep::kAwake);
}

}  // namespace
}  // namespace gridlock::inspect
