#include "bench/adversary_plain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::bench {
namespace {

using testing::HasSubstr;

PlainRun plain_run(const std::string& truth, const std::string& outcome) {
  return {"adversaries/thread.in_sleep", truth, outcome, 1.5, "RuntimeError: not 6.0 everywhere"};
}

TEST(PlainRun, HealthyProgramsEndAndTwinsHang) {
  EXPECT_FALSE(plain_run("pass", "ended").contradicts());
  EXPECT_FALSE(plain_run("crash", "failed").contradicts());
  EXPECT_FALSE(plain_run("deadlock", "running").contradicts());
  EXPECT_FALSE(plain_run("stall", "running").contradicts());
}

TEST(PlainRun, AHealthyProgramThatDoesNotEndWellIsAContradiction) {
  for (const char* outcome : {"failed", "running", "some ranks ended"}) {
    EXPECT_TRUE(plain_run("pass", outcome).contradicts()) << outcome;
  }
  EXPECT_TRUE(plain_run("crash", "ended").contradicts());
}

TEST(PlainRun, ATwinOfWhichOneRankEndsIsAContradiction) {
  for (const char* outcome : {"ended", "failed", "some ranks ended"}) {
    EXPECT_TRUE(plain_run("deadlock", outcome).contradicts()) << outcome;
    EXPECT_TRUE(plain_run("stall", outcome).contradicts()) << outcome;
  }
}

TEST(PlainRun, AContradictionIsDescribedWithTheLastLineOfItsOutput) {
  const std::string text = describe(plain_run("pass", "failed"));
  EXPECT_THAT(text, HasSubstr("adversaries/thread.in_sleep\n"));
  EXPECT_THAT(text, HasSubstr("truth pass, but without gridlock: failed after 1.5 s\n"));
  EXPECT_THAT(text, HasSubstr("RuntimeError: not 6.0 everywhere"));
}

TEST(PlainTally, OneContradictionIsTooMany) {
  PlainTally tally;
  EXPECT_FALSE(tally.good_enough());
  tally.add(plain_run("pass", "ended"));
  tally.add(plain_run("deadlock", "running"));
  EXPECT_TRUE(tally.good_enough());
  tally.add(plain_run("stall", "ended"));
  EXPECT_FALSE(tally.good_enough());
  EXPECT_THAT(tally.describe(), HasSubstr("stall       ended                  1\n"));
  EXPECT_THAT(tally.describe(), HasSubstr("contradictions to truth.toml: 1\n"));
}

}  // namespace
}  // namespace gridlock::bench
