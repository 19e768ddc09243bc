#include "harness/inspect/idle_threads.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "harness/inspect/kernel_threads.h"
#include "harness/inspect/stack_code.h"
#include "harness/inspect/testing/fake_libraries.h"

namespace gridlock::inspect {
namespace {

using facts::Thread;
using State = Thread::State;

constexpr const char* kDriver = "libcuda.so";

// A thread that sleeps in `wait` until `end` is called.
class Sleeper {
 public:
  Sleeper(void (*wait)(), void (*end)())
      : end_(end), thread_([this, wait] {
          id_ = gettid();
          wait();
        }) {
    const auto asleep = [this] {
      for (const KernelThread& thread : kernel_threads(getpid())) {
        if (thread.id == id_) return thread.system_call.sleep == Sleep::kInside;
      }
      return false;
    };
    while (!asleep()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ~Sleeper() { end_(); }
  pid_t id() const { return id_; }

 private:
  std::atomic<pid_t> id_ = 0;
  void (*end_)();
  std::jthread thread_;
};

sem_t gate;
struct AtGate : Sleeper {
  AtGate() : Sleeper([] { sem_wait(&gate); }, [] { sem_post(&gate); }) {}
};
struct InDriver : Sleeper {
  InDriver() : Sleeper(fake_driver_wait, fake_driver_answer) {}
};

TEST(StackCode, KnowsWhoseCodeAThreadSleepsIn) {
  const InDriver inside;
  const AtGate outside;
  const StackCode code(getpid());
  EXPECT_TRUE(code.may_be_within(inside.id(), kDriver));
  EXPECT_FALSE(code.may_be_within(outside.id(), kDriver));
  EXPECT_FALSE(code.may_be_within(inside.id(), "libgomp"));
}

TEST(StackCode, WhatCannotBeReadMayBeAnything) {
  std::atomic<pid_t> id = 0;
  const std::jthread busy([&id](const std::stop_token& stop) {
    id = gettid();
    while (!stop.stop_requested()) {
    }
  });
  while (id == 0) std::this_thread::yield();
  EXPECT_TRUE(StackCode(getpid()).may_be_within(id, kDriver)) << "it runs";
  const AtGate outside;
  EXPECT_TRUE(StackCode(1 << 30).may_be_within(outside.id(), kDriver)) << "there is none such";
}

struct InTorch : Sleeper {
  InTorch() : Sleeper(fake_torch_wait, fake_torch_answer) {}
};

struct Idle : ::testing::Test {
  State of_driver_with(pid_t idle, const char* origin = "libcuda.so.1",
                       const char* origin_of_idle = "") {
    std::vector<Thread> threads(2);
    threads[0].id = 1;
    threads[0].state = State::kFeeder;
    threads[1].id = idle;
    threads[1].state = State::kIdle;
    const auto id = static_cast<std::uint64_t>(idle);
    classify_idle_threads(getpid(), {{1, origin, "", false}, {id, origin_of_idle, "", false}},
                          threads);
    of_idle = threads[1].state;
    doing = threads[1].doing;
    return threads[0].state;
  }
  State of_idle{};
  std::string doing;
};

TEST_F(Idle, AThreadWithinTorchIsInDoubtAndOthersAreNot) {
  const InTorch inside;
  of_driver_with(inside.id());
  EXPECT_EQ(of_idle, State::kDoubtful);
  EXPECT_EQ(doing, "waits within torch, whose own threads may wake it");
  const AtGate outside;
  of_driver_with(outside.id());
  EXPECT_EQ(of_idle, State::kIdle);
}

TEST_F(Idle, AThreadOfAutogradWaitsForTasksWithinTorch) {
  const InTorch inside;
  of_driver_with(inside.id(), "libcuda.so.1", "MN5torch8autograd6EngineEFvi");
  EXPECT_EQ(of_idle, State::kIdle);
}

TEST_F(Idle, AHookThatTorchCallsWaitsForPythonsLock) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer stands before sem_wait";
#endif
  const Sleeper hook([] { fake_torch_call(fake_python_wait); }, fake_python_answer);
  of_driver_with(hook.id());
  EXPECT_EQ(of_idle, State::kIdle);
  const Sleeper inside([] { fake_python_call(fake_torch_wait); }, fake_torch_answer);
  of_driver_with(inside.id());
  EXPECT_EQ(of_idle, State::kDoubtful);
}

pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
bool is_answered = false;

TEST_F(Idle, AConditionIsNoLockOfPythons) {
  const auto wait = [] {
    pthread_mutex_lock(&mutex);
    while (!is_answered) pthread_cond_wait(&answered, &mutex);
    pthread_mutex_unlock(&mutex);
  };
  const auto answer = [] {
    pthread_mutex_lock(&mutex);
    is_answered = true;
    pthread_cond_broadcast(&answered);
    pthread_mutex_unlock(&mutex);
  };
  const Sleeper waiting(wait, answer);
  EXPECT_FALSE(StackCode(getpid()).waits_for_python_lock(waiting.id()));
}

TEST_F(Idle, FeedersThatNobodyAsksAreHarmless) {
  const InDriver inside;
  EXPECT_EQ(of_driver_with(inside.id()), State::kFeeder);
  const AtGate outside;
  EXPECT_EQ(of_driver_with(outside.id()), State::kHarmless);
}

TEST_F(Idle, FeedersOfOtherKindsMayBeAskedByAnybody) {
  const AtGate outside;
  const char* pin = "python:torch.utils.data._utils.pin_memory._pin_memory_loop";
  EXPECT_EQ(of_driver_with(outside.id(), pin), State::kFeeder);
}

}  // namespace
}  // namespace gridlock::inspect
