#include "harness/monitor/ending.h"

#include <gtest/gtest.h>

#include "harness/prover/testing/builder.h"

namespace gridlock::monitor {
namespace {

using prover::testing::JobBuilder;
using trace::Op;

// Returns an examination that has received the same facts in answer to both requests, `quiet`
// seconds after the last event.
Examination examined(const JobBuilder& job, double quiet) {
  constexpr auto kNow = static_cast<std::uint64_t>(1e12);
  const auto last = kNow - static_cast<std::uint64_t>(quiet * 1e9);
  const auto ranks = job.snapshot().ranks;
  Examination examination(static_cast<int>(ranks.size()));
  auto request = examination.handle(protocol::Quiet{0});
  while (request)
    request = examination.handle(protocol::Facts{0, request->round, ranks, last, kNow});
  return examination;
}

JobBuilder one_waits_for_a_busy_rank() {
  JobBuilder job(2);
  job.waits(0, job.collective(0, job.group("0", {0, 1}), Op::kAllreduce));
  job.runs(1);
  return job;
}

// Returns a job of two ranks whose calls do not match. The backend is NCCL. The effect of
// mismatched calls of NCCL is not measured, so the prover finds only a desync.
JobBuilder calls_that_do_not_match() {
  JobBuilder job(2);
  const int group = job.group("0", {0, 1});
  for (const int rank : {0, 1}) job.rank(rank).groups.back().backend = "nccl";
  job.waits(0, job.collective(0, group, Op::kAllreduce));
  job.waits(1, job.collective(1, group, Op::kBroadcast));
  return job;
}

TEST(Ending, AProofEndsAJobAtOnce) {
  const auto finding = ending_finding(examined(prover::testing::deadlocked_job(), 0.1), {});
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, facts::Kind::kDeadlock);
  EXPECT_TRUE(finding->proved);
}

TEST(Ending, ABusyRankEndsNothingBeforeTheTimeout) {
  const Examination examination = examined(one_waits_for_a_busy_rank(), 100);
  EXPECT_FALSE(ending_finding(examination, {1, 1}));
  ASSERT_TRUE(timeout_finding(examination));
  EXPECT_EQ(timeout_finding(examination)->kind, facts::Kind::kStall);
}

TEST(Ending, CallsThatDoNotMatchEndAJobAfterTheirTime) {
  const QuietLimits limits{.desync_seconds = 5};
  EXPECT_FALSE(ending_finding(examined(calls_that_do_not_match(), 4), limits));
  EXPECT_FALSE(ending_finding(examined(calls_that_do_not_match(), 6), {}));
  const auto finding = ending_finding(examined(calls_that_do_not_match(), 6), limits);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, facts::Kind::kDesync);
}

}  // namespace
}  // namespace gridlock::monitor
