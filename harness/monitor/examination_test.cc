#include "harness/monitor/examination.h"

#include <gmock/gmock.h>

#include "harness/prover/testing/builder.h"

namespace gridlock::monitor {
namespace {

using prover::testing::JobBuilder;
using ::testing::ElementsAre;
using trace::Op;

constexpr double kSeconds = 10;

// Returns a job in which rank 0 waits for rank 1, which computes.
JobBuilder one_waits() {
  JobBuilder job(2);
  job.waits(0, job.collective(0, job.group("0", {0, 1}), Op::kAllreduce));
  job.runs(1);
  return job;
}

// Answers both requests with identical facts, `quiet` seconds after the last event.
void answer(Examination& examination, const JobBuilder& job, double quiet) {
  const auto now = static_cast<std::uint64_t>(1e12);
  const auto last = now - static_cast<std::uint64_t>(quiet * 1e9);
  const auto ranks = job.snapshot().ranks;
  auto request = examination.handle(protocol::Quiet{0});
  while (request)
    request = examination.handle(protocol::Facts{0, request->round, ranks, last, now});
}

TEST(Examination, TellsOfAStandstillOnceItHasLasted) {
  Examination examination(2);
  answer(examination, one_waits(), 2);
  EXPECT_FALSE(examination.new_stall(kSeconds));
  answer(examination, one_waits(), 11);
  const auto stall = examination.new_stall(kSeconds);
  ASSERT_TRUE(stall);
  EXPECT_THAT(stall->at_fault, ElementsAre(1));
  answer(examination, one_waits(), 14);
  EXPECT_FALSE(examination.new_stall(kSeconds)) << "told before";
}

TEST(Examination, TellsOfTheNextStandstillToo) {
  Examination examination(2);
  answer(examination, one_waits(), 11);
  EXPECT_TRUE(examination.new_stall(kSeconds));
  answer(examination, one_waits(), 1);
  EXPECT_FALSE(examination.new_stall(kSeconds));
  answer(examination, one_waits(), 12);
  EXPECT_TRUE(examination.new_stall(kSeconds));
}

TEST(Examination, NobodyWhoWaitsIsNoStandstillToTellOf) {
  Examination examination(2);
  JobBuilder job(2);
  job.runs(0);
  job.runs(1);
  answer(examination, job, 30);
  EXPECT_FALSE(examination.new_stall(kSeconds));
}

}  // namespace
}  // namespace gridlock::monitor
