// Tests the probe with gridlock_device.so and a fake device that advances only when the test lets
// it.
#include "harness/rank/probe/streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <thread>

#include "harness/rank/probe/followed.h"
#include "harness/rank/probe/poller.h"
#include "harness/rank/probe/recorder.h"
#include "harness/rank/probe/testing/fake_device.h"
#include "harness/rank/probe/testing/probed_process.h"
#include "harness/trace/operation.h"

// Functions that programs call. gridlock_device.so implements them.
extern "C" {
int cudaSetDevice(int device);
int cudaStreamSynchronize(void* stream);
int cudaEventSynchronize(void* event);
int cudaDeviceSynchronize();
int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream);
int cudaEventRecord(void* event, void* stream);
int cudaEventDestroy(void* event);
int cudaLaunchHostFunc(void* stream, void (*run)(void*), void* argument);
int cudaStreamAddCallback(void* stream, void (*run)(void*, int, void*), void* argument,
                          unsigned flags);
int cudaStreamWaitEvent(void* stream, void* event, unsigned flags);
int ncclAllReduce(const void* from, void* to, std::size_t count, int dtype, int op, void* comm,
                  void* stream);
}

namespace gridlock::probe {
namespace {

using testing::fake_device;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::stream;

constexpr int kToHost = 2, kToDevice = 1;

void* const kDefault = nullptr;

class OnStreams : public ::testing::Test {
 protected:
  OnStreams() {
    fake_device().reset();
    for (const trace::CallRecord& call : process_.reader().open_calls()) complete(call.record.call);
  }

  ~OnStreams() override { fake_device().let_all_end(); }

  // Issues an all_reduce on the stream. `batch` is 0 for the first call of a batch, and the first
  // call's number for all others.
  trace::CallHandle all_reduce_on(void* where, std::optional<std::uint32_t> batch = {}) {
    trace::Record record;
    record.group = 0;
    record.op = static_cast<std::uint16_t>(trace::Op::kSend);  // needs no group in the ring
    const trace::CallHandle call = writer()->issue(record);
    handles_.push_back(call);
    const Issuing issuing(call, batch == 0u ? call.call : batch.value_or(0));
    ncclAllReduce(nullptr, nullptr, 1, 0, 0, nullptr, where);
    return call;
  }

  static void follow(trace::CallHandle call) {
    ASSERT_TRUE(complete_on_stream(last_put(), OpenCalls(call)));
  }

  void complete(std::uint32_t number) {
    for (const trace::CallHandle call : handles_) {
      if (call.call == number) writer()->complete(call, false);
    }
  }

  // Returns the number of the call that this thread is recorded as waiting for during wait(), or 0
  // if there is none.
  template <typename Wait>
  std::uint32_t waits_for(Wait wait) {
    std::uint32_t found = 0;
    fake_device().while_waiting = [&] {
      const auto blocked = process_.blocked();
      if (blocked && blocked->kind == trace::Kind::kWait) found = blocked->call;
    };
    wait();
    fake_device().while_waiting = nullptr;
    return found;
  }

  std::uint32_t after(trace::CallHandle call) { return process_.after(call.call); }

  testing::ProbedProcess process_;
  static inline std::vector<trace::CallHandle> handles_;
};

TEST_F(OnStreams, WhoeverWaitsForAStreamWaitsForTheCallOnIt) {
  const auto call = all_reduce_on(stream(1));
  EXPECT_EQ(waits_for([] { cudaStreamSynchronize(stream(1)); }), call.call);
  EXPECT_EQ(waits_for([] { cudaStreamSynchronize(stream(2)); }), 0u);
  EXPECT_EQ(waits_for([] { cudaDeviceSynchronize(); }), call.call);
  EXPECT_FALSE(process_.blocked());
}

TEST_F(OnStreams, EventsCarryItToOtherStreams) {
  const auto call = all_reduce_on(stream(1));
  cudaEventRecord(stream(8), stream(1));
  EXPECT_EQ(waits_for([] { cudaEventSynchronize(stream(8)); }), call.call);
  cudaStreamWaitEvent(kDefault, stream(8), 0);
  EXPECT_EQ(waits_for([] { cudaStreamSynchronize(kDefault); }), call.call);
  cudaEventRecord(stream(9), stream(3));
  EXPECT_EQ(waits_for([] { cudaEventSynchronize(stream(9)); }), 0u);
}

TEST_F(OnStreams, AnEventThatIsRecordedAgainStandsForTheNewPlace) {
  all_reduce_on(stream(1));
  cudaEventRecord(stream(8), stream(1));
  cudaEventRecord(stream(8), stream(2));
  EXPECT_EQ(waits_for([] { cudaEventSynchronize(stream(8)); }), 0u);
}

TEST_F(OnStreams, AHandleThatComesAgainIsAnotherEvent) {
  all_reduce_on(stream(1));
  void* const event = new char;
  cudaEventRecord(event, stream(1));
  cudaEventDestroy(event);
  EXPECT_EQ(waits_for([&] { cudaEventSynchronize(event); }), 0u);
}

TEST_F(OnStreams, CopiesToTheHostWaitAndOthersDoNot) {
  const auto call = all_reduce_on(stream(1));
  const auto copy = [](int kind) { cudaMemcpyAsync(nullptr, nullptr, 1, kind, stream(1)); };
  EXPECT_EQ(waits_for([&] { copy(kToHost); }), call.call);
  EXPECT_EQ(waits_for([&] { copy(kToDevice); }), 0u);
}

TEST_F(OnStreams, WhatIsOverIsWaitedForNoMore) {
  const auto call = all_reduce_on(stream(1));
  writer()->complete(call, false);
  EXPECT_EQ(waits_for([] { cudaStreamSynchronize(stream(1)); }), 0u);
}

TEST_F(OnStreams, CallsStandBehindWhatTheirStreamWaitsFor) {
  const auto first = all_reduce_on(stream(1));
  cudaEventRecord(stream(8), stream(1));
  cudaStreamWaitEvent(stream(2), stream(8), 0);
  const auto second = all_reduce_on(stream(2));
  const auto apart = all_reduce_on(stream(3));
  EXPECT_EQ(after(second), first.call);
  EXPECT_EQ(after(apart), 0u);
}

TEST_F(OnStreams, CallsOfABatchStandBehindWhatWasThereBeforeIt) {
  const auto before = all_reduce_on(stream(1));
  const auto first = all_reduce_on(stream(1), 0);
  const auto second = all_reduce_on(stream(1), first.call);
  const auto third = all_reduce_on(stream(1), first.call);
  const auto behind = all_reduce_on(stream(1));
  for (const auto call : {first, second, third}) EXPECT_EQ(after(call), before.call);
  EXPECT_EQ(after(behind), third.call);
}

TEST_F(OnStreams, ABatchStandsBehindTheBatchBeforeIt) {
  const auto first = all_reduce_on(stream(1), 0);
  const auto second = all_reduce_on(stream(1), first.call);
  const auto next = all_reduce_on(stream(1), 0);
  const auto last = all_reduce_on(stream(1), next.call);
  EXPECT_EQ(after(second), 0u);
  for (const auto call : {next, last}) EXPECT_EQ(after(call), second.call);
}

TEST_F(OnStreams, WhoWaitsForADeviceWaitsForNoOther) {
  all_reduce_on(stream(1));
  fake_device().current = 1;
  EXPECT_EQ(waits_for([] { cudaDeviceSynchronize(); }), 0u);
  const auto call = all_reduce_on(stream(2));
  EXPECT_EQ(waits_for([] { cudaDeviceSynchronize(); }), call.call);
}

TEST_F(OnStreams, ACallWithoutWorkIsOverWhenItsStreamHasComePastIt) {
  const auto call = all_reduce_on(stream(1));
  follow(call);
  EXPECT_THAT(process_.reader().open_calls(), SizeIs(1));
  fake_device().events_reached = true;
  while (!process_.reader().open_calls().empty()) std::this_thread::yield();
}

// torch selects the device of the call only while it makes the call.
TEST_F(OnStreams, ACallOnTheDefaultStreamOfAnotherDeviceIsFollowedThere) {
  fake_device().current = 1;
  const auto call = all_reduce_on(kDefault);
  fake_device().current = 0;
  follow(call);
  EXPECT_EQ(fake_device().marked_on, 1);
}

TEST_F(OnStreams, OnlyTheFirstCallOfEachStreamIsAskedAbout) {
  FollowedCalls followed;
  for (int i = 1; i <= 3; ++i) {
    const auto call = all_reduce_on(stream(1));
    followed.add(stream(1), mark_end(stream(1)), OpenCalls(call));
  }
  const auto queries_of_a_look = [&] {
    const int before = fake_device().queries;
    followed.complete_passed();
    return fake_device().queries - before;
  };
  EXPECT_EQ(queries_of_a_look(), 1);
  fake_device().first_reached = 4;  // each call has a mark before it and one behind it
  EXPECT_EQ(queries_of_a_look(), 3);
  EXPECT_THAT(process_.reader().open_calls(), SizeIs(1));
  fake_device().events_reached = true;
  followed.complete_passed();
  EXPECT_TRUE(followed.empty());
}

TEST_F(OnStreams, WhoLooksLeavesTheErrorOfItsThread) {
  follow(all_reduce_on(stream(1)));
  testing::error_of_this_thread() = 0;
  poll_now();
  EXPECT_EQ(testing::error_of_this_thread(), 0);
  testing::error_of_this_thread() = 9;
  poll_now();
  EXPECT_EQ(testing::error_of_this_thread(), 9);
}

TEST_F(OnStreams, WhoIsAboutToWaitLooksFirst) {
  bool looked = false;  // three attempts, because the polling thread may be polling
  for (int attempt = 0; attempt < 3 && !looked; ++attempt) {
    fake_device().events_reached = false;
    follow(all_reduce_on(stream(1)));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));  // the polling thread has polled
    fake_device().events_reached = true;
    looked = waits_for([] { cudaDeviceSynchronize(); }) == 0;
  }
  EXPECT_TRUE(looked);
}

TEST_F(OnStreams, ACapturedCallDoesNotRun) {
  const auto call = all_reduce_on(stream(1));
  const int before = fake_device().marks;
  fake_device().capturing = true;
  EXPECT_FALSE(complete_on_stream(last_put(), OpenCalls(call)));
  EXPECT_EQ(fake_device().marks, before);
}

TEST_F(OnStreams, NoContextIsMadeOnTheFirstDevice) {
  cudaSetDevice(1);
  follow(all_reduce_on(stream(1)));
  std::this_thread::sleep_for(std::chrono::milliseconds(10));  // the polling thread polls
  EXPECT_FALSE(fake_device().made_context);
}

TEST_F(OnStreams, WhoeverCapturesIsNotDisturbed) {
  const auto call = all_reduce_on(stream(1));
  follow(call);
  fake_device().capturing = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(10));  // the polling thread polls
  waits_for([] { cudaDeviceSynchronize(); });
  EXPECT_FALSE(fake_device().was_invalidated);
}

TEST_F(OnStreams, FunctionsOfTheProgramArePendingUntilTheyHaveRun) {
  int ran = 0;
  cudaLaunchHostFunc(
      stream(1), [](void* count) { ++*static_cast<int*>(count); }, &ran);
  const auto second = [](void*, int, void* count) { ++*static_cast<int*>(count); };
  cudaStreamAddCallback(stream(1), second, &ran, 0);
  for (const auto& function : fake_device().host_functions) {
    EXPECT_TRUE(process_.reader().functions_pending());
    function();
  }
  EXPECT_FALSE(process_.reader().functions_pending());
  EXPECT_EQ(ran, 2);
}

TEST_F(OnStreams, NothingIsSeenOfACallThatWasPutNowhere) {
  const Issuing issuing(trace::CallHandle{1, 1});
  EXPECT_EQ(last_put().stream, nullptr);
  EXPECT_FALSE(complete_on_stream(last_put(), {}));
}

}  // namespace
}  // namespace gridlock::probe
