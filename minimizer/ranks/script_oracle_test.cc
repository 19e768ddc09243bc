// Tests ScriptOracle on real ranks.
#include "minimizer/ranks/script_oracle.h"

#include <gtest/gtest.h>

#include <memory>

#include "harness/exec/interpreter.h"
#include "minimizer/engine.h"

namespace gridlock::minimizer {
namespace {

using namespace std::chrono_literals;

const Signature kWanted{"deadlock", {{"class", "unmatched receive"}, {"operation", "recv"}}};

constexpr const char* kHang = R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
x = torch.ones(4)
dist.recv(x, 1 - dist.get_rank())
)";
// A script that passes. The barrier is needed, because gloo sometimes fails in a rank that is still
// connecting.
constexpr const char* kPasses = R"(
import torch, torch.distributed as dist
dist.init_process_group("gloo")
dist.barrier()
dist.destroy_process_group()
)";
constexpr const char* kFails = R"(
raise ValueError("bad")
)";
constexpr const char* kSlow = R"(
import time
while True: time.sleep(0.1)
)";

class ScriptOracleTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    exec::Parts parts = exec::find_parts(RUN_ROOT, RUN_BINARIES, RUN_PYTHON);
    parts.torch = exec::query_interpreter(RUN_PYTHON).torch;
    server = std::make_unique<run::ForkServer>(std::filesystem::path(RUN_BINARIES) / "gridlock",
                                               RUN_PYTHON, parts);
  }
  static void TearDownTestSuite() { server.reset(); }

  static Candidate on_ranks(int ranks, const char* text) { return {text, {ranks, {}, {}}}; }
  static std::unique_ptr<run::ForkServer> server;
};
std::unique_ptr<run::ForkServer> ScriptOracleTest::server;

TEST_F(ScriptOracleTest, AnswersCandidatesSideBySide) {
  ScriptOracle oracle(*server, kWanted, {.slots = 3});
  oracle.submit(1, on_ranks(2, kHang));
  oracle.submit(2, on_ranks(2, kPasses));
  oracle.submit(3, on_ranks(2, kFails));
  std::map<Ticket, Verdict> verdicts;
  std::string reasons;
  while (verdicts.size() < 3) {
    const auto reply = oracle.wait(60s);
    ASSERT_TRUE(reply);
    verdicts[reply->ticket] = reply->answer.verdict;
    EXPECT_GT(reply->answer.seconds, 0);
    reasons += std::to_string(reply->ticket) + ": " + reply->answer.reason + "\n";
  }
  EXPECT_EQ(verdicts[1], Verdict::kSame) << reasons;
  EXPECT_EQ(verdicts[2], Verdict::kPasses) << reasons;
  EXPECT_EQ(verdicts[3], Verdict::kDifferent) << reasons;
}

TEST_F(ScriptOracleTest, HasMoreSlotsForCandidatesWithFewerRanks) {
  ScriptOracle oracle(*server, kWanted, {.slots = 16, .most_ranks = 4});
  EXPECT_EQ(oracle.slots(), 1);
  for (const auto& [ranks, slots] : {std::pair{4, 1}, {2, 2}, {8, 1}, {1, 4}}) {
    oracle.submit(1, on_ranks(ranks, kFails));
    EXPECT_EQ(oracle.slots(), slots) << ranks;
    ASSERT_TRUE(oracle.wait(60s));
  }
}

TEST_F(ScriptOracleTest, WhatTakesTooLongIsSlow) {
  ScriptOracle oracle(*server, kWanted, {.seconds = 1});
  oracle.submit(1, on_ranks(2, kSlow));
  const auto reply = oracle.wait(60s);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->answer.verdict, Verdict::kSlow);
}

TEST_F(ScriptOracleTest, ACancelledCandidateGetsNoReply) {
  ScriptOracle oracle(*server, kWanted, {});
  oracle.submit(1, on_ranks(2, kSlow));
  oracle.cancel(1);
  oracle.submit(2, on_ranks(2, kFails));
  const auto reply = oracle.wait(60s);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->ticket, 2u);
}

}  // namespace
}  // namespace gridlock::minimizer
