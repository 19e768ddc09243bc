// Tests what the probe finds about threads that stand in a call of CUDA's driver, with
// gridlock_device.so and a fake device.
#include "harness/rank/probe/driver_calls.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>
#include <utility>

#include "harness/rank/probe/marks.h"
#include "harness/rank/probe/recorder.h"
#include "harness/rank/probe/streams.h"
#include "harness/rank/probe/testing/fake_device.h"
#include "harness/rank/probe/testing/probed_process.h"
#include "harness/trace/operation.h"

extern "C" {
int cudaEventRecord(void* event, void* stream);
int cudaStreamWaitEvent(void* stream, void* event, unsigned flags);
int cudaGraphExecDestroy(void* executable);
int ncclAllReduce(const void* from, void* to, std::size_t count, int dtype, int op, void* comm,
                  void* stream);
}

namespace gridlock::probe {
namespace {

using std::chrono::milliseconds;
using testing::fake_device;
using ::testing::IsEmpty;
using testing::stream;
using Clock = std::chrono::steady_clock;

using Launch = int (*)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                       void*, void**, void**);
using LaunchEx = int (*)(const void*, void*, void**, void**);
using GetProcAddress = int (*)(const char*, void**, int, std::uint64_t, void*);

// Finds a function of the driver as Triton's launchers do.
template <typename Function>
Function driver(const char* name) {
  void* const library = dlopen("libfake_device.so", RTLD_NOLOAD | RTLD_LAZY);
  return reinterpret_cast<Function>(dlsym(library, name));
}

// A kernel. The name makes each test's kernels differ.
void* kernel(std::uintptr_t number) {
  return reinterpret_cast<void*>(0x900000 + number * 64);
}

void launch(void* function, void* where) {
  driver<Launch>("cuLaunchKernel")(function, 1, 1, 1, 1, 1, 1, 0, where, nullptr, nullptr);
}

class InTheDriver : public ::testing::Test {
 protected:
  InTheDriver() {
    // The probe makes its marks in a thread of its own.
    while (mark_end(stream(99)) == nullptr) std::this_thread::yield();
    fake_device().reset();
  }
  ~InTheDriver() override {
    if (call_.call != 0) writer()->complete(call_, false);
    fake_device().let_all_end();
  }

  // Issues a call on the stream. The stream stands at it if its work before the call is over.
  std::uint32_t call_on(void* where) {
    trace::Record record;
    record.op = static_cast<std::uint16_t>(trace::Op::kSend);  // needs no group in the ring
    call_ = writer()->issue(record);
    const Issuing issuing(call_);
    ncclAllReduce(nullptr, nullptr, 1, 0, 0, nullptr, where);
    return call_.call;
  }

  // Returns what the probe finds within `time` about a thread that is in `launches`, which spins or
  // sleeps. A result without a call, for a stream that computes, counts only if `computes` is true.
  template <typename Launches>
  std::optional<trace::DriverWait> found(Launches launches, bool spins = true,
                                         milliseconds time = milliseconds(30'000),
                                         bool computes = false) {
    std::atomic<bool> leave = false;
    thread_local bool stands = false;
    fake_device().while_launching = [&] {
      entered_ = entered_ || stands;
      while (stands && !leave) {
        if (!spins) std::this_thread::sleep_for(milliseconds(1));
      }
    };
    std::thread thread([&] {
      stands = true;
      launches();
    });
    std::optional<trace::DriverWait> found;
    for (const auto end = Clock::now() + time; !found && Clock::now() < end;) {
      for (const trace::DriverWait& wait : process_.reader().driver_waits()) {
        if (computes || wait.call != 0) found = wait;
      }
      std::this_thread::sleep_for(milliseconds(2));
    }
    leave = true;
    thread.join();
    fake_device().while_launching = nullptr;
    EXPECT_THAT(process_.reader().driver_waits(), IsEmpty());
    return found;
  }

  // Returns whether the probe finds no call within a short time.
  template <typename Launches>
  bool nothing_found(Launches launches, bool spins = true) {
    return !found(launches, spins, milliseconds(700));
  }

  testing::ProbedProcess process_;
  trace::CallHandle call_;
  std::atomic<bool> entered_ = false;  // whether the thread of found() is in the driver
};

TEST_F(InTheDriver, ALaunchBehindACallWaitsForTheCall) {
  launch(kernel(1), stream(1));
  const auto call = call_on(stream(1));
  fake_device().first_reached = 1;
  const auto wait = found([] { launch(kernel(1), stream(1)); });
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->call, call);
  EXPECT_TRUE(wait->certain);
}

TEST_F(InTheDriver, ALaunchIntoAStreamThatWaitsForTheCallWaitsForItToo) {
  launch(kernel(2), stream(2));
  const auto call = call_on(stream(1));
  cudaEventRecord(stream(8), stream(1));
  cudaStreamWaitEvent(stream(2), stream(8), 0);
  fake_device().first_reached = 2;
  const auto wait = found([] { launch(kernel(2), stream(2)); });
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->call, call);
}

TEST_F(InTheDriver, WhileAnEarlierKernelRunsALaunchWaitsForNoCall) {
  launch(kernel(3), stream(1));
  call_on(stream(1));
  EXPECT_TRUE(nothing_found([] { launch(kernel(3), stream(1)); }));
}

TEST_F(InTheDriver, AComputingStreamIsToldAsSuchAfterASecond) {
  launch(kernel(3), stream(1));
  call_on(stream(1));
  const auto wait = found([] { launch(kernel(3), stream(1)); }, true, milliseconds(30'000), true);
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->call, 0u);
}

TEST_F(InTheDriver, ALaunchIntoAnotherStreamWaitsForNoCall) {
  launch(kernel(4), stream(5));
  call_on(stream(1));
  fake_device().first_reached = 1;
  EXPECT_TRUE(nothing_found([] { launch(kernel(4), stream(5)); }));
}

TEST_F(InTheDriver, TheFirstLaunchOfAKernelMayLoadIt) {
  call_on(stream(1));
  fake_device().first_reached = 1;
  EXPECT_TRUE(nothing_found([] { launch(kernel(5), stream(1)); }));
}

TEST_F(InTheDriver, AThreadWithoutAProcessorIsDoubtful) {
  launch(kernel(6), stream(1));
  const auto call = call_on(stream(1));
  fake_device().first_reached = 1;
  EXPECT_TRUE(nothing_found([] { launch(kernel(6), stream(1)); }, /*spins=*/false));
  const auto wait = found([] { launch(kernel(6), stream(1)); }, /*spins=*/false);
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->call, call);
  EXPECT_FALSE(wait->certain);
}

TEST_F(InTheDriver, WhoeverWaitsForAStreamWithoutCudasRuntimeWaitsForTheCallOnIt) {
  const auto call = call_on(stream(1));
  const auto wait = found([] { driver<int (*)(void*)>("cuStreamSynchronize")(stream(1)); }, false);
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->call, call);
  EXPECT_TRUE(wait->certain);
}

// The thread waits for nothing when it begins to wait for its stream, which only computes.
TEST_F(InTheDriver, WhoeverWaitsForAStreamDoesNotWaitForLaterCalls) {
  std::atomic<int> call = 0;
  std::thread later([&] {
    while (!entered_) std::this_thread::yield();
    call = static_cast<int>(call_on(stream(1)));
  });
  const auto wait = found([] { driver<int (*)(void*)>("cuStreamSynchronize")(stream(1)); }, false,
                          milliseconds(30'000), true);
  later.join();
  ASSERT_NE(call, 0);
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->call, 0u);
}

TEST_F(InTheDriver, WhoeverFreesMemoryWaitsForTheDevice) {
  const auto call = call_on(stream(1));
  const auto wait = found([] { driver<int (*)(void*)>("cuMemFree_v2")(nullptr); }, false);
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->call, call);
}

// Finds a function as a runtime of CUDA does: by the driver's own search, found by itself.
template <typename Function>
Function found_by_runtime(const char* name) {
  int status = 0;
  void* found = nullptr;
  const auto first = driver<GetProcAddress>("cuGetProcAddress_v2");
  EXPECT_EQ(first("cuGetProcAddress", &found, 13000, 1, &status), 0);
  const auto second = reinterpret_cast<GetProcAddress>(found);
  second(name, &found, 13000, 1, &status);
  return reinterpret_cast<Function>(found);
}

TEST_F(InTheDriver, RuntimesAreCountedToo) {
  struct {
    unsigned dimensions[7];
    void* stream;
  } const config{{}, stream(1)};
  const auto launch_ex = found_by_runtime<LaunchEx>("cuLaunchKernelEx");
  launch_ex(&config, kernel(7), nullptr, nullptr);
  const auto call = call_on(stream(1));
  fake_device().first_reached = 1;
  const auto wait = found([&] { launch_ex(&config, kernel(7), nullptr, nullptr); });
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->call, call);
}

TEST_F(InTheDriver, TheDefaultStreamOfAThreadIsAnotherOne) {
  const auto per_thread = driver<Launch>("cuLaunchKernel_ptsz");
  const auto launch_here = [&] {
    per_thread(kernel(8), 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr);
  };
  launch_here();
  call_on(nullptr);
  fake_device().first_reached = 1;
  EXPECT_TRUE(nothing_found(launch_here));
}

// CUDA's runtime calls the driver while it ends, and must not be called then.
TEST_F(InTheDriver, NoRuntimeIsAskedWithinACall) {
  launch(kernel(11), nullptr);
  fake_device().has_context = false;
  const int before = fake_device().runtime_asked;
  launch(kernel(11), nullptr);
  driver<int (*)(void*)>("cuMemFree_v2")(nullptr);
  EXPECT_EQ(fake_device().runtime_asked, before);
}

TEST_F(InTheDriver, OtherFunctionsAreTheDriversOwn) {
  EXPECT_EQ(found_by_runtime<int (*)()>("cuCtxGetId")(), 7);
  EXPECT_EQ(found_by_runtime<void*>("cuNoSuchFunction"), nullptr);
  EXPECT_EQ(driver<void*>("cuNoSuchFunction"), nullptr);
  EXPECT_EQ(driver<int (*)()>("cuCtxGetId")(), 7);
}

// A library that is opened with RTLD_LOCAL is linked with a driver that nothing else is linked
// with.
TEST_F(InTheDriver, LibrariesThatAreLinkedWithTheDriverFindIt) {
  void* const library = dlopen(LINKED_WITH_DRIVER, RTLD_LOCAL | RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto launch_graph = reinterpret_cast<int (*)()>(dlsym(library, "launch_a_graph"));
  EXPECT_EQ(launch_graph(), 77);
}

TEST_F(InTheDriver, AGraphThatIsDestroyedMayComeAgainAsAnotherOne) {
  void* const graph = new char;
  launch(graph, stream(1));
  call_on(stream(1));
  fake_device().first_reached = 1;
  cudaGraphExecDestroy(graph);
  EXPECT_TRUE(nothing_found([&] { launch(graph, stream(1)); }));
}

TEST_F(InTheDriver, DlsymStillKnowsItsCaller) {
  Dl_info found{};
  ASSERT_NE(dladdr(dlsym(RTLD_NEXT, "cuLaunchKernel"), &found), 0);
  EXPECT_THAT(found.dli_fname, ::testing::EndsWith("libfake_device.so"));
  EXPECT_EQ(dlsym(RTLD_DEFAULT, "getpid"), reinterpret_cast<void*>(&getpid));
  EXPECT_EQ(dlsym(RTLD_DEFAULT, "no_such_function"), nullptr);
  EXPECT_NE(dlerror(), nullptr);
}

// While a thread ends, it may still call the driver. Its slot may then be that of another thread.
TEST_F(InTheDriver, AThreadThatEndsDisturbsNoOther) {
  launch(kernel(10), stream(1));
  const auto call = call_on(stream(1));
  fake_device().first_reached = 1;
  std::atomic<int> stage = 0;
  std::thread ending([&] {
    launch(kernel(10), stream(5));
    writer()->thread_ended(static_cast<std::uint64_t>(gettid()));
    stage = 1;
    while (stage < 2) std::this_thread::yield();
    launch(kernel(10), stream(5));
    stage = 3;
  });
  while (stage < 1) std::this_thread::yield();
  const auto wait = found([&] {
    stage = 2;  // the ending thread launches while this one stands in its launch
    launch(kernel(10), stream(1));
    while (stage < 3) std::this_thread::yield();
  });
  ending.join();
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->call, call);
  EXPECT_TRUE(found([] { launch(kernel(10), stream(1)); }));
}

TEST_F(InTheDriver, AForkMayLaunch) {
  launch(kernel(9), stream(1));
  const pid_t child = fork();
  if (child == 0) {
    launch(kernel(9), stream(1));
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace gridlock::probe
