#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "harness/diagnosis/exception.h"
#include "harness/verdict/fault.h"
#include "harness/verdict/judged.h"

namespace gridlock::verdict {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::judged;
using testing::kClosed;
using testing::kReset;
using testing::kStoreGone;
using testing::RecordBuilder;

constexpr const char* kTraceback = R"(Traceback (most recent call last):
  File "/home/me/gridlock/harness/rank/gridlock/runner.py", line 120, in train
    loss = case.loss(model, inputs, targets)
  File "/home/me/gridlock/cases/dense/case.py", line 81, in loss
    return F.cross_entropy(logits, targets)
  File "/home/me/.venv/lib/python3.11/site-packages/torch/nn/functional.py", line 3494, in cross_entropy
    return torch._C._nn.cross_entropy_loss(
ValueError: Expected input batch_size (8) to match target batch_size (4).
)";

TEST(Judge, ARankThatRaisedIsACrashWithItsPlaceInTheUsersCode) {
  const CellRecord record = judged(RecordBuilder().raised(
      1, "ValueError: Expected input batch_size (8) to match target batch_size (4).", kTraceback));
  EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_EQ(record.verdict_class, "raised");
  EXPECT_THAT(record.ranks, ElementsAre(1));
  EXPECT_EQ(record.sentence,
            "Rank 1 raised ValueError in step 2 at case.py:81 (loss): Expected input batch_size "
            "(8) to match target batch_size (4)");
  EXPECT_EQ(record.signature, "crash:raised:ValueError:loss");
}

constexpr const char* kNoCase = R"(Traceback (most recent call last):
  File "/home/me/gridlock/harness/rank/gridlock/train/runner.py", line 50, in _train
    the_case = case.load(spec["case"], spec["case_dir"])
  File "/home/me/gridlock/harness/rank/gridlock/case.py", line 19, in load
    spec.loader.exec_module(module)
  File "<frozen importlib._bootstrap_external>", line 936, in exec_module
)";

TEST(Judge, GridlocksOwnFilesAreNeverBlamed) {
  EXPECT_EQ(judged(RecordBuilder().raised(1, "FileNotFoundError: case.py", kNoCase)).sentence,
            "Rank 1 raised FileNotFoundError in step 2: case.py");
  const std::string typo = std::string(kNoCase) + R"(  File "/home/me/cases/mine/case.py", line 7
    def model(cell)
SyntaxError: expected ':'
)";
  EXPECT_EQ(judged(RecordBuilder().raised(1, "SyntaxError: expected ':'", typo)).sentence,
            "Rank 1 raised SyntaxError in step 2 at case.py:7: expected ':'");
}

TEST(Judge, RanksThatOnlySawAConnectionCloseAreNotAtFault) {
  const CellRecord record = judged(RecordBuilder()
                                       .ranks(4)
                                       .raised(0, kReset)
                                       .raised(1, "ValueError: bad")
                                       .raised(2, kClosed)
                                       .raised(3, kStoreGone));
  EXPECT_THAT(record.ranks, ElementsAre(1));
  EXPECT_EQ(record.verdict_class, "raised");
  EXPECT_THAT(record.sentence, HasSubstr("Rank 1 raised ValueError"));
}

TEST(Judge, WhenEveryRankOnlySawConnectionsCloseThatIsTheCrash) {
  const CellRecord record = judged(RecordBuilder().raised(0, kReset).raised(1, kClosed));
  EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_THAT(record.ranks, ElementsAre(0, 1));
}

// Returns a record of three ranks. Rank 1 skipped a call, and the other ranks lost their
// connections.
CellRecord left_early(RecordBuilder builder) {
  builder->early_exit = {
      {1}, "Rank 1 finished after all_reduce #2", "crash:exited early:all_reduce"};
  return judged(builder.raised(0, kReset).raised(2, kClosed));
}

TEST(Judge, ARankThatFinishedEarlyIsToldByTheCallThatItNeverMade) {
  for (RecordBuilder left :
       {RecordBuilder().ranks(3).exited(1, 0), RecordBuilder().ranks(3).raised(1, "SystemExit: 0"),
        RecordBuilder().ranks(3)}) {
    EXPECT_THAT(finished_ranks(left), Contains(1));
    const CellRecord record = left_early(left);
    EXPECT_EQ(record.verdict, Verdict::kCrash);
    EXPECT_EQ(record.verdict_class, "exited early");
    EXPECT_THAT(record.ranks, ElementsAre(1));
    EXPECT_EQ(record.sentence, "Rank 1 finished after all_reduce #2");
    EXPECT_EQ(record.signature, "crash:exited early:all_reduce");
  }
}

TEST(Judge, AnEarlyExitDoesNotHideARankThatRaisedOrWasKilled) {
  EXPECT_EQ(
      left_early(RecordBuilder().ranks(4).exited(1, 0).raised(3, "ValueError: bad")).verdict_class,
      "raised");
  EXPECT_EQ(left_early(RecordBuilder().ranks(4).exited(1, 0).killed(3, SIGSEGV)).verdict_class,
            "killed");
  const CellRecord other = left_early(RecordBuilder().ranks(4).exited(1, 0).exited(3, 7));
  EXPECT_THAT(other.ranks, ElementsAre(1, 3));
  EXPECT_THAT(finished_ranks(RecordBuilder().ranks(2).stopped(0).exited(1, 3)),
              ::testing::IsEmpty());
}

TEST(Judge, AKilledRankIsAtFaultForWhatTheOthersRaised) {
  const CellRecord record = judged(
      RecordBuilder().ranks(3).raised(0, kReset).killed(1, SIGKILL).raised(2, "KeyError: 'x'"));
  EXPECT_EQ(record.verdict_class, "killed");
  EXPECT_THAT(record.ranks, ElementsAre(1));
  EXPECT_EQ(record.sentence,
            "Rank 1 was killed by SIGKILL in step 2; the kernel does this when memory runs out "
            "(see dmesg)");
  EXPECT_EQ(record.signature, "crash:killed:SIGKILL:step");
}

TEST(Judge, RanksThatGridlockStoppedAreNotAtFault) {
  const CellRecord record =
      judged(RecordBuilder().ranks(3).stopped(0).raised(1, "ValueError: bad").stopped(2));
  EXPECT_EQ(record.verdict_class, "raised");
  EXPECT_THAT(record.ranks, ElementsAre(1));
}

TEST(Judge, ARankThatExitsEarlyIsACrashWithItsCode) {
  CellRecord record = judged(RecordBuilder().exited(1, 3, "build").raised(0, kClosed));
  EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_EQ(record.verdict_class, "exited early");
  EXPECT_THAT(record.ranks, ElementsAre(1));
  EXPECT_EQ(record.sentence, "Rank 1 exited with code 3 in build, without a traceback");
  EXPECT_EQ(judged(RecordBuilder().exited(1, 0)).verdict, Verdict::kCrash);
}

TEST(Judge, ACrashAfterTheLastStepIsACrash) {
  CellRecord record = RecordBuilder();
  record.reports[1].signal = SIGSEGV;
  record.reports[1].exit_code.reset();
  EXPECT_EQ(judged(record).sentence,
            "Rank 1 was killed by SIGSEGV after the training had ended; see "
            "docs/hang.md#aborts-at-exit");
}

TEST(Judge, ManyRanksAreNamedTogether) {
  const CellRecord record = judged(RecordBuilder()
                                       .ranks(5)
                                       .raised(0, "ValueError: bad")
                                       .raised(1, "ValueError: bad")
                                       .raised(2, "ValueError: bad")
                                       .raised(4, "ValueError: bad"));
  EXPECT_THAT(record.sentence, HasSubstr("Ranks 0-2, 4 raised ValueError in step 2: bad"));
}

TEST(Judge, ACellThatTheHarnessLostIsACrashOfClassLost) {
  CellRecord record;
  record.lost = "the agent on node7 is gone";
  record = judged(record);
  EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_EQ(record.verdict_class, "lost");
  EXPECT_EQ(record.sentence, "The agent on node7 is gone");
}

TEST(Judge, ARankWithoutReportIsACrash) {
  EXPECT_EQ(judged(CellRecord{}).verdict_class, "no report");
  const CellRecord record = judged(RecordBuilder().axis("world_size", std::int64_t{4}).ranks(2));
  EXPECT_EQ(record.verdict_class, "no report");
  EXPECT_THAT(record.ranks, ElementsAre(2, 3));
  EXPECT_EQ(record.sentence, "Ranks 2-3 wrote no report");
}

TEST(Judge, ASentenceIsOneLineWhateverARankPrints) {
  const CellRecord record =
      judged(RecordBuilder().raised(0, "ValueError: a\n\n\x1b[31mb" + std::string(5000, 'x')));
  EXPECT_EQ(record.sentence.find_first_of("\n\x1b"), std::string::npos);
  EXPECT_LT(record.sentence.size(), 1200u);
}

TEST(Fallout, IsWhatTorchSaysWhenAPeerIsGone) {
  for (const char* error : {kClosed, kReset, kStoreGone}) EXPECT_TRUE(diagnosis::is_fallout(error));
  EXPECT_FALSE(diagnosis::is_fallout("ValueError: bad shape"));
}

}  // namespace
}  // namespace gridlock::verdict
