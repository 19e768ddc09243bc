// Tests how calls are issued on a device's backend: which calls start together, and in which call
// the thread is recorded as blocked during the issue.
#include "harness/rank/probe/issue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <thread>

#include "harness/rank/probe/testing/fake_device.h"
#include "harness/rank/probe/testing/probed_process.h"
#include "harness/trace/operation.h"

extern "C" int ncclAllReduce(const void* from, void* to, std::size_t count, int dtype, int op,
                             void* comm, void* stream);

namespace gridlock::probe {
namespace {

using testing::stream;
using trace::Op;

constexpr BackendTraits kDevice = {"", false, false, true, false, false};
constexpr BackendTraits kPolled = {"", false, false, true, true, false};

class OnADevice : public ::testing::Test {
 protected:
  OnADevice() { testing::fake_device().reset(); }
  ~OnADevice() override { testing::fake_device().let_all_end(); }

  // Issues a call and returns its number.
  std::uint32_t issue(Op op, int peer = -1) {
    trace::Record call;
    call.op = static_cast<std::uint16_t>(op);
    call.peer = peer;
    std::uint32_t number = 0;
    issue_(call, [&] {
      meanwhile_ = process_.blocked();
      ncclAllReduce(nullptr, nullptr, 1, 0, 0, nullptr, stream(1));
      number = process_.newest();
      return WorkPtr();
    });
    return number;
  }

  void end_batch() {
    issue_.end_coalescing([&] {
      meanwhile_ = process_.blocked();
      return WorkPtr();
    });
  }

  testing::ProbedProcess process_;
  std::optional<trace::Record> meanwhile_;  // what the thread was blocked in during the last call
  Issuer issue_{0, kDevice};
  Issuer polled_{0, kPolled};
};

struct CapturedWork : c10d::Work {
  bool isCompleted() override {
    ADD_FAILURE() << "its events do not exist outside of the graph";
    return false;
  }
};

TEST_F(OnADevice, NobodyAsksForACallThatIsCaptured) {
  testing::fake_device().capturing = true;
  trace::Record call;
  call.op = static_cast<std::uint16_t>(Op::kSend);
  const auto newest = process_.newest();
  const WorkPtr work = polled_(call, [&] {
    ncclAllReduce(nullptr, nullptr, 1, 0, 0, nullptr, stream(1));
    EXPECT_GT(process_.newest(), newest);
    return WorkPtr(c10::make_intrusive<CapturedWork>());
  });
  EXPECT_EQ(process_.newest(), newest) << "it is not open";
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

struct CountedWork : c10d::Work {
  CountedWork() { ++alive; }
  ~CountedWork() override { --alive; }
  static inline std::atomic<int> alive = 0;
};

TEST_F(OnADevice, NobodyKeepsAWorkThatIsOnAStream) {
  trace::Record call;
  call.op = static_cast<std::uint16_t>(Op::kSend);
  WorkPtr work = polled_(call, [&] {
    ncclAllReduce(nullptr, nullptr, 1, 0, 0, nullptr, stream(1));
    return WorkPtr(c10::make_intrusive<CountedWork>());
  });
  EXPECT_EQ(CountedWork::alive, 1);
  work.reset();
  EXPECT_EQ(CountedWork::alive, 0);
}

TEST_F(OnADevice, ABatchIsOverWhenItsOwnStreamHasRunIt) {
  Issuer batched(0, kPolled);
  const auto put_on = [](Issuer& issue, void* where) {
    trace::Record call;
    call.op = static_cast<std::uint16_t>(Op::kSend);
    issue(call, [&] {
      ncclAllReduce(nullptr, nullptr, 1, 0, 0, nullptr, where);
      return WorkPtr();
    });
  };
  batched.start_coalescing();
  put_on(batched, stream(1));
  put_on(polled_, stream(2));
  batched.end_coalescing([] { return WorkPtr(); });
  EXPECT_EQ(testing::fake_device().last_marked, stream(1));
}

// nccl2 gives the calls of a batch to NCCL at the end of the batch.
TEST_F(OnADevice, CallsThatAreMadeAtTheEndOfABatchAreOnTheirStream) {
  polled_.start_coalescing();
  trace::Record call;
  call.op = static_cast<std::uint16_t>(Op::kSend);
  const auto before = process_.newest();
  polled_(call, [] { return WorkPtr(); });
  polled_.end_coalescing([] {
    ncclAllReduce(nullptr, nullptr, 1, 0, 0, nullptr, stream(1));
    return WorkPtr();
  });
  EXPECT_EQ(testing::fake_device().last_marked, stream(1));
  EXPECT_GT(process_.newest(), before) << "it is open until its stream has run it";
}

TEST_F(OnADevice, ABatchThatFailsLeavesNothingOpen) {
  const auto before = process_.newest();
  issue_.start_coalescing();
  issue(Op::kRecv, 2);
  issue(Op::kSend, 1);
  EXPECT_GT(process_.newest(), before);
  const auto fails = []() -> WorkPtr { throw std::runtime_error("the other side is gone"); };
  EXPECT_THROW(issue_.end_coalescing(fails), std::runtime_error);
  EXPECT_EQ(process_.newest(), before);
}

TEST_F(OnADevice, MayBlockInEachIssue) {
  const auto sent = issue(Op::kSend, 1);
  ASSERT_TRUE(meanwhile_);
  EXPECT_EQ(meanwhile_->kind, trace::Kind::kIssue);
  EXPECT_EQ(meanwhile_->call, sent);
}

TEST_F(OnADevice, CallsOfABatchStandBehindNoneOfItAndBlockAtItsEnd) {
  const auto before = issue(Op::kSend, 1);
  issue_.start_coalescing();
  const auto received = issue(Op::kRecv, 2);
  EXPECT_FALSE(meanwhile_);
  const auto sent = issue(Op::kSend, 1);
  EXPECT_EQ(process_.after(received), before);
  EXPECT_EQ(process_.after(sent), before);
  end_batch();
  ASSERT_TRUE(meanwhile_);
  EXPECT_EQ(meanwhile_->kind, trace::Kind::kIssue);
  EXPECT_EQ(meanwhile_->call, sent);
}

}  // namespace
}  // namespace gridlock::probe
