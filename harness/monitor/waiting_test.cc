#include "harness/monitor/waiting.h"

#include <gtest/gtest.h>

#include "harness/prover/testing/builder.h"

namespace gridlock::monitor {
namespace {

using prover::testing::JobBuilder;
using trace::Op;

// Returns a job in which rank 0 waits for rank 1, which has an open call and no thread yet.
JobBuilder job_of_two() {
  JobBuilder job(2);
  const int world = job.group("0", {0, 1});
  job.waits(0, job.collective(0, world, Op::kAllreduce));
  job.collective(1, world, Op::kAllreduce);
  return job;
}

facts::Wait for_a_key(std::int64_t times_out_ms) {
  facts::Wait wait;
  wait.on = facts::Wait::On::kStore;
  wait.times_out_ms = times_out_ms;
  return wait;
}

TEST(Waiting, AnOpenCallIsEnough) {
  const JobBuilder job = job_of_two();
  EXPECT_TRUE(all_wait(job));
  EXPECT_TRUE(stand_still(job));
}

TEST(Waiting, ARankThatComputesBetweenItsCallsDoesNotWait) {
  JobBuilder job(2);
  job.waits(0, job.collective(0, job.group("0", {0, 1}), Op::kAllreduce));
  job.runs(1).main = true;
  EXPECT_FALSE(all_wait(job));
  EXPECT_FALSE(stand_still(job));
}

TEST(Waiting, ADeadRankHoldsNothingUp) {
  JobBuilder job(2);
  job.waits(0, job.collective(0, job.group("0", {0, 1}), Op::kAllreduce));
  job.dies(1);
  EXPECT_TRUE(all_wait(job));
}

TEST(Waiting, AHelperThatComputesDoesNotMoveTheMainThread) {
  JobBuilder job = job_of_two();
  job.runs(1).main = false;
  EXPECT_TRUE(stand_still(job));
}

TEST(Waiting, AWaitThatSoonTimesOutIsNotLong) {
  JobBuilder job(2);
  job.waits(0, for_a_key(1'000));
  job.waits(1, for_a_key(86'400'000));
  EXPECT_TRUE(waits(job.rank(0)));
  EXPECT_FALSE(waits_long(job.rank(0)));
  EXPECT_TRUE(waits_long(job.rank(1)));
}

}  // namespace
}  // namespace gridlock::monitor
