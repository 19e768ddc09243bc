// Tests which calls a CUDA graph captures, and what a launch records. The tests use the real
// library gridlock_device.so, torch's real query of the current stream, and a fake device that
// advances only when the test lets it.
#include "harness/rank/probe/graphs.h"

#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/core/impl/FakeGuardImpl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "harness/rank/probe/groups.h"
#include "harness/rank/probe/issue.h"
#include "harness/rank/probe/testing/fake_device.h"
#include "harness/rank/probe/testing/probed_process.h"
#include "harness/trace/operation.h"

// Functions that torch calls. gridlock_device.so implements them.
extern "C" {
int cudaStreamBeginCapture(void* stream, int mode);
int cudaStreamEndCapture(void* stream, void** graph);
int cudaGraphInstantiateWithFlags(void** executable, void* graph, unsigned long long flags);
int cudaGraphLaunch(void* executable, void* stream);
int cudaGraphDestroy(void* graph);
int cudaGraphExecDestroy(void* executable);
int cudaStreamSynchronize(void* stream);
int ncclAllReduce(const void* from, void* to, std::size_t count, int dtype, int op, void* comm,
                  void* stream);
}

namespace gridlock::probe {
namespace {

using ::testing::ElementsAre;
using testing::fake_device;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::stream;
using trace::Op;

// A fake of torch's CUDA device: it only returns the current stream.
struct FakeCuda final : c10::impl::DeviceGuardImplInterface {
  using Fake = c10::impl::FakeGuardImpl<c10::DeviceType::CUDA>;
  c10::DeviceType type() const override { return fake.type(); }
  c10::Device exchangeDevice(c10::Device d) const override { return fake.exchangeDevice(d); }
  c10::Device getDevice() const override { return fake.getDevice(); }
  void setDevice(c10::Device d) const override { fake.setDevice(d); }
  void uncheckedSetDevice(c10::Device d) const noexcept override { fake.uncheckedSetDevice(d); }
  c10::Stream getStream(c10::Device d) const noexcept override { return fake.getStream(d); }
  c10::Stream exchangeStream(c10::Stream s) const noexcept override {
    return fake.exchangeStream(s);
  }
  c10::DeviceIndex deviceCount() const noexcept override { return 1; }
  void* getStreamNativeHandle(const c10::Stream) const override { return stream(1); }
  Fake fake;
};

const c10::impl::DeviceGuardImplRegistrar registered(c10::DeviceType::CUDA, new FakeCuda);

class Graph : public ::testing::Test {
 protected:
  Graph() {
    fake_device().reset();
    watch_graphs();
  }
  ~Graph() override { fake_device().let_all_end(); }

  static std::uint32_t make_group() {
    const std::uint32_t index = add_group({"a group", "", "nccl", {0, 1}});
    return index;
  }

  void call(Op op, int peer = -1) {
    trace::Record record;
    record.op = static_cast<std::uint16_t>(op);
    record.peer = peer;
    issue_(record, [&] {
      ncclAllReduce(nullptr, nullptr, 1, 0, 0, nullptr, stream(1));
      return WorkPtr();
    });
  }

  // Captures the calls that `calls` makes. Returns the executable graph.
  template <typename Calls>
  void* capture(Calls calls) {
    void* graph = nullptr;
    void* executable = nullptr;
    cudaStreamBeginCapture(stream(1), 0);
    calls();
    cudaStreamEndCapture(stream(1), &graph);
    cudaGraphInstantiateWithFlags(&executable, graph, 0);
    cudaGraphDestroy(graph);
    return executable;
  }

  void* capture_two_sums() {
    return capture([this] {
      call(Op::kAllreduce);
      call(Op::kAllreduce);
    });
  }

  std::uint64_t enqueued() const { return process_.reader().groups().at(group_).enqueued; }

  // Returns the sequence numbers of the group's unfinished calls.
  std::vector<std::uint64_t> open_numbers() const {
    std::vector<std::uint64_t> numbers;
    for (const trace::CallRecord& open : process_.reader().open_calls()) {
      if (open.record.group == group_) numbers.push_back(open.record.seq);
    }
    return numbers;
  }

  void let_end() {
    fake_device().events_reached = true;
    while (!open_numbers().empty()) std::this_thread::yield();
  }

  testing::ProbedProcess process_;
  const std::uint32_t group_ = make_group();
  Issuer issue_{group_, traits_of("nccl")};
};

TEST_F(Graph, ACapturedCallIsNone) {
  capture_two_sums();
  EXPECT_EQ(enqueued(), 0u);
  EXPECT_THAT(open_numbers(), IsEmpty());
}

TEST_F(Graph, EachLaunchMakesItsCallsAnew) {
  void* const graph = capture_two_sums();
  cudaGraphLaunch(graph, stream(1));
  EXPECT_EQ(enqueued(), 2u);
  cudaGraphLaunch(graph, stream(1));
  EXPECT_EQ(enqueued(), 4u);
}

TEST_F(Graph, OfALaunchTheLastCallIsFollowedUntilItsStreamHasComePastIt) {
  void* const graph = capture_two_sums();
  cudaGraphLaunch(graph, stream(1));
  EXPECT_THAT(open_numbers(), ElementsAre(2));
  let_end();
}

TEST_F(Graph, CallsBesideGraphsGoOnWithTheirNumbers) {
  void* const graph = capture_two_sums();
  call(Op::kAllreduce);
  cudaGraphLaunch(graph, stream(1));
  call(Op::kAllreduce);
  EXPECT_EQ(enqueued(), 4u);
  EXPECT_THAT(open_numbers(), ElementsAre(1, 3, 4));
}

TEST_F(Graph, SendsKeepTheirOwnNumbers) {
  void* const graph = capture([this] {
    call(Op::kSend, 1);
    call(Op::kRecv, 1);
    call(Op::kSend, 1);
  });
  call(Op::kSend, 1);
  cudaGraphLaunch(graph, stream(1));
  EXPECT_THAT(open_numbers(), ElementsAre(1, 1, 3));  // the first send, the recv, the last send
  EXPECT_EQ(enqueued(), 0u);
}

TEST_F(Graph, WhoeverWaitsForItsStreamWaitsForItsCall) {
  void* const graph = capture_two_sums();
  cudaGraphLaunch(graph, stream(1));
  std::optional<trace::Record> blocked;
  fake_device().while_waiting = [&] { blocked = process_.blocked(); };
  cudaStreamSynchronize(stream(1));
  ASSERT_TRUE(blocked);
  EXPECT_EQ(blocked->kind, trace::Kind::kWait);
  EXPECT_EQ(blocked->call, process_.newest());
}

TEST_F(Graph, ALaunchStandsBehindTheOneBefore) {
  void* const graph = capture_two_sums();
  cudaGraphLaunch(graph, stream(1));
  const auto first = process_.newest();
  cudaGraphLaunch(graph, stream(1));
  EXPECT_EQ(process_.after(process_.newest()), first);
}

TEST_F(Graph, ALaunchThatIsCapturedBelongsToTheOuterGraph) {
  void* const inner = capture_two_sums();
  void* const outer = capture([&] { cudaGraphLaunch(inner, stream(1)); });
  EXPECT_EQ(enqueued(), 0u);
  cudaGraphLaunch(outer, stream(1));
  EXPECT_EQ(enqueued(), 2u);
}

TEST_F(Graph, ALaunchThatFailsLeavesNothingOpen) {
  void* const graph = capture_two_sums();
  fake_device().launch_fails = true;
  cudaGraphLaunch(graph, stream(1));
  EXPECT_THAT(open_numbers(), IsEmpty());
}

TEST_F(Graph, AHandleThatComesAgainIsAnotherGraph) {
  void* const graph = capture_two_sums();
  cudaGraphExecDestroy(graph);
  cudaGraphLaunch(graph, stream(1));
  EXPECT_EQ(enqueued(), 0u);
}

TEST_F(Graph, TheLogSaysThatACallCameFromAGraph) {
  void* const graph = capture_two_sums();
  cudaGraphLaunch(graph, stream(1));
  int replayed = 0;
  for (const trace::LaneSnapshot& lane : process_.reader().snapshot()) {
    for (const trace::Record& record : lane.log) {
      const bool mine = record.kind == trace::Kind::kCall && record.group == group_;
      if (mine && (record.flags & trace::kReplayed) != 0) ++replayed;
    }
  }
  EXPECT_EQ(replayed, 2);
}

}  // namespace
}  // namespace gridlock::probe
