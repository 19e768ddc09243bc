#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/soundness_tally.h"

namespace gridlock::bench {
namespace {

using testing::HasSubstr;

StressedRun healthy_run() {
  StressedRun run;
  run.cell = "healthy/many_calls/fp32.cp1.uncompiled.full_shard.t2";
  run.verdict = "pass";
  run.windows.evaluations = 40;
  run.windows.some_blocked = 30;
  run.windows.all_blocked = 20;
  run.windows.collectives = 5000;
  return run;
}

Soundness of(const StressedRun& run) {
  Soundness soundness;
  soundness.add(healthy_run());
  soundness.add(run);
  return soundness;
}

TEST(Soundness, RunsAddUp) {
  const Soundness soundness = of(healthy_run());
  EXPECT_TRUE(soundness.good_enough());
  EXPECT_EQ(describe(soundness),
            "2 runs, 2 passed\n"
            "10000 collectives\n"
            "80 evaluations in quiet windows: 60 with a blocked rank, 40 with all ranks blocked\n"
            "0 windows in which a rank did not stop in time\n"
            "false deadlocks: 0\n"
            "false desyncs: 0\n");
}

TEST(Soundness, AFindingInAWindowIsFalse) {
  StressedRun run = healthy_run();
  run.windows.deadlocks = 3;
  run.evidence = "runs/soundness/evidence/x";
  EXPECT_FALSE(of(run).good_enough());
  EXPECT_EQ(of(run).false_deadlocks, 3u);
  EXPECT_THAT(
      line(run),
      HasSubstr("false deadlocks: 3, false desyncs: 0, evidence: runs/soundness/evidence/x"));
  run = healthy_run();
  run.windows.desyncs = 1;
  EXPECT_FALSE(of(run).good_enough());
}

TEST(Soundness, SoIsOneOfTheExaminationThatEveryRunHas) {
  StressedRun run = healthy_run();
  run.verdict = "deadlock";
  EXPECT_EQ(of(run).false_deadlocks, 1u);
  run = healthy_run();
  run.desync = true;
  EXPECT_EQ(of(run).false_desyncs, 1u);
  EXPECT_FALSE(of(run).good_enough());
}

TEST(Soundness, ARunThatFailsProvesNothing) {
  StressedRun run = healthy_run();
  run.verdict = "timeout";
  run.sentence = "nothing moved for 60 s";
  EXPECT_FALSE(of(run).good_enough());
  EXPECT_THAT(line(run), HasSubstr("nothing moved"));
  EXPECT_FALSE(Soundness{}.good_enough());
}

}  // namespace
}  // namespace gridlock::bench
