#include "harness/verdict/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <limits>

#include "harness/verdict/fault.h"
#include "harness/verdict/record_builder.h"

namespace gridlock::verdict {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::RecordBuilder;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// As torch 2.11 said them when rank 1 of three died.
constexpr const char* kClosed =
    "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:547] Connection closed by "
    "peer [127.0.0.1]:5280";
constexpr const char* kReset =
    "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:538] Read error "
    "[127.0.0.1]:28595: Connection reset by peer";
constexpr const char* kStoreGone =
    "torch.distributed.DistNetworkError: Failed to recv, got 0 bytes. Connection was likely "
    "closed. Did the remote server shutdown or crash?";

constexpr const char* kTraceback = R"(Traceback (most recent call last):
  File "/home/me/gridlock/harness/rank/gridlock/runner.py", line 120, in train
    loss = case.loss(model, inputs, targets)
  File "/home/me/gridlock/cases/dense/case.py", line 81, in loss
    return F.cross_entropy(logits, targets)
  File "/home/me/.venv/lib/python3.11/site-packages/torch/nn/functional.py", line 3494, in cross_entropy
    return torch._C._nn.cross_entropy_loss(
ValueError: Expected input batch_size (8) to match target batch_size (4).
)";

CellRecord judged(CellRecord record) {
  judge(record, testing::planned(record));
  return record;
}

TEST(Judge, AHealthyCellPasses) {
  const CellRecord record = judged(RecordBuilder());
  EXPECT_EQ(record.verdict, Verdict::kPass);
  EXPECT_EQ(record.sentence, "");
  EXPECT_EQ(record.signature, "pass");
}

TEST(Judge, ARankThatRaisedIsACrashWithItsPlaceInTheUsersCode) {
  const CellRecord record = judged(RecordBuilder().raised(
      1, "ValueError: Expected input batch_size (8) to match target batch_size (4).", kTraceback));
  EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_EQ(record.verdict_class, "raised");
  EXPECT_THAT(record.ranks, ElementsAre(1));
  EXPECT_EQ(record.sentence,
            "Rank 1 raised ValueError in step 2, case.py:81 (loss): Expected input batch_size (8) "
            "to match target batch_size (4).");
  EXPECT_EQ(record.signature, "crash:raised:ValueError:case.py:loss");
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

TEST(Judge, AKilledRankIsAtFaultForWhatTheOthersRaised) {
  const CellRecord record = judged(
      RecordBuilder().ranks(3).raised(0, kReset).killed(1, SIGKILL).raised(2, "KeyError: 'x'"));
  EXPECT_EQ(record.verdict_class, "killed");
  EXPECT_THAT(record.ranks, ElementsAre(1));
  EXPECT_EQ(record.sentence,
            "Rank 1 was killed by SIGKILL in step 2; the kernel does that when memory runs out");
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
  EXPECT_EQ(judged(record).sentence, "Rank 1 was killed by SIGSEGV after its training ended");
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

TEST(Judge, NoProgressUntilTheDeadlineIsATimeoutThatSaysWhereTheRanksAre) {
  CellRecord record =
      RecordBuilder().ranks(4).stopped(0, "compile").stopped(1).stopped(2).stopped(3);
  record.timed_out = true;
  record.deadline_seconds = 120;
  record = judged(record);
  EXPECT_EQ(record.verdict, Verdict::kTimeout);
  EXPECT_EQ(record.sentence, "No progress for 120 s: rank 0 in compile, ranks 1-3 in step 2");
  EXPECT_EQ(record.signature, "timeout:compile+step");
  EXPECT_THAT(record.ranks, ElementsAre(0, 1, 2, 3));
}

Hang missing_rank() {
  return {Verdict::kDeadlock, "missing rank", {1}, {0}, "Rank 1 never called it", "", "all_reduce"};
}

TEST(Judge, AProvedDeadlockSaysWhoIsAtFault) {
  CellRecord record = RecordBuilder().ranks(2).stopped(0).stopped(1);
  record.hang = missing_rank();
  record = judged(record);
  EXPECT_EQ(record.verdict, Verdict::kDeadlock);
  EXPECT_EQ(record.verdict_class, "missing rank");
  EXPECT_EQ(record.sentence, "Rank 1 never called it");
  EXPECT_EQ(record.signature, "deadlock:missing rank:all_reduce");
  EXPECT_THAT(record.ranks, ElementsAre(1));
}

TEST(Judge, ACrashBeforeTheDeadlockGoesBeforeIt) {
  CellRecord record = RecordBuilder().raised(0, "ValueError: bad").stopped(1);
  record.hang = missing_rank();
  EXPECT_EQ(judged(record).verdict, Verdict::kCrash);
}

TEST(Judge, CallsThatDoNotBelongTogetherGoBehindProofsAndCrashes) {
  Hang desync = missing_rank();
  desync.verdict = Verdict::kDesync;
  CellRecord record = RecordBuilder().ranks(2);
  record.desync = desync;
  EXPECT_EQ(judged(record).verdict, Verdict::kDesync);
  record.hang = missing_rank();
  EXPECT_EQ(judged(record).verdict, Verdict::kDeadlock);
  CellRecord crashed = RecordBuilder().ranks(2).raised(0, "ValueError: bad");
  crashed.desync = desync;
  EXPECT_THAT(judged(crashed).sentence, HasSubstr("Before that: Rank 1 never called it"));
}

TEST(Judge, CallsThatDoNotBelongTogetherSayMoreThanATimeout) {
  CellRecord record = RecordBuilder().stopped(0).stopped(1);
  record.timed_out = true;
  record.deadline_seconds = 40;
  record.desync = missing_rank();
  record.desync->verdict = Verdict::kDesync;
  EXPECT_EQ(judged(record).verdict, Verdict::kDesync);
  EXPECT_EQ(judged(record).sentence, "Rank 1 never called it. No progress for 40 s");
}

TEST(Judge, ACrashBeforeTheHangGoesBeforeTheTimeout) {
  CellRecord record = RecordBuilder().raised(0, "ValueError: bad").stopped(1);
  record.timed_out = true;
  EXPECT_EQ(judged(record).verdict, Verdict::kCrash);
}

// Ranks are stopped one after the other: the last ones see the first ones go.
TEST(Judge, ConnectionsThatBreakWhileACellIsStoppedAreNoCrash) {
  CellRecord record = RecordBuilder().stopped(0).raised(1, kClosed);
  record.timed_out = true;
  EXPECT_EQ(judged(record).verdict, Verdict::kTimeout);
}

TEST(Judge, AnInterruptedCellHasNoOtherVerdict) {
  CellRecord record = RecordBuilder().raised(0, "KeyboardInterrupt").killed(1, SIGINT);
  record.interrupted = true;
  EXPECT_EQ(judged(record).verdict, Verdict::kInterrupted);
}

TEST(Judge, ACellThatTheHarnessLostIsACrashOfClassLost) {
  CellRecord record;
  record.lost = "the agent on node7 is gone";
  record = judged(record);
  EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_EQ(record.verdict_class, "lost");
  EXPECT_EQ(record.sentence, "The agent on node7 is gone");
}

TEST(Judge, ACellThatTheMachineCannotRunIsSkipped) {
  CellRecord record;
  matrix::PlannedCell planned = testing::planned(record);
  planned.skip = "no GPU";
  judge(record, planned);
  EXPECT_EQ(record.verdict, Verdict::kSkipped);
  EXPECT_EQ(record.sentence, "no GPU");
}

TEST(Judge, ARankWithoutReportIsACrash) {
  EXPECT_EQ(judged(CellRecord{}).verdict_class, "no report");
  const CellRecord record = judged(RecordBuilder().axis("world_size", std::int64_t{4}).ranks(2));
  EXPECT_EQ(record.verdict_class, "no report");
  EXPECT_THAT(record.ranks, ElementsAre(2, 3));
  EXPECT_EQ(record.sentence, "Ranks 2-3 left no report");
}

TEST(Judge, MissingStepsAreACrashAndNeverAPass) {
  CellRecord record = judged(RecordBuilder().losses({4.5, 4.25}));
  EXPECT_EQ(record.verdict, Verdict::kCrash);
  EXPECT_EQ(record.verdict_class, "steps missing");
  EXPECT_THAT(record.sentence, HasSubstr("the losses of 2 of 3 steps"));
  CellRecord unknown = RecordBuilder().losses({});
  unknown.steps = 0;
  EXPECT_EQ(judged(unknown).verdict_class, "steps missing");
  CellRecord shorter = RecordBuilder();
  shorter.steps = 0;
  shorter.reports[1].losses.pop_back();
  EXPECT_THAT(judged(shorter).ranks, ElementsAre(1));
}

TEST(Judge, LossesMustBeFiniteAtEveryStep) {
  const CellRecord record = judged(RecordBuilder().losses({4.5, kNan, 4.125}));
  EXPECT_EQ(record.verdict, Verdict::kWrong);
  EXPECT_EQ(record.verdict_class, "not finite");
  EXPECT_EQ(record.sentence, "The loss is nan at step 2, on ranks 0-1");
  EXPECT_EQ(record.signature, "wrong:not finite:loss");
  EXPECT_EQ(judged(RecordBuilder().grad_norms({1, 1, INFINITY})).signature,
            "wrong:not finite:grad norm");
}

TEST(Judge, RanksMustAgreeOnTheLoss) {
  CellRecord record = RecordBuilder().ranks(4);
  record.reports[0].losses[1] = 3.5;
  record = judged(record);
  EXPECT_EQ(record.verdict, Verdict::kWrong);
  EXPECT_EQ(record.verdict_class, "ranks disagree");
  EXPECT_THAT(record.ranks, ElementsAre(0)) << "the odd one out is at fault, not the other three";
  EXPECT_EQ(record.sentence,
            "Rank 0 disagrees with rank 1: loss at step 2: 3.5 against 4.25, apart by 0.75 where "
            "not one bit may differ");
}

TEST(Judge, GradientNormsOfRanksMayDifferByRounding) {
  CellRecord record = RecordBuilder();
  record.reports[1].grad_norms[2] = std::nextafter(1.0, 2.0);
  EXPECT_EQ(judged(record).verdict, Verdict::kPass);
  record.reports[1].grad_norms[2] = 1.1;
  EXPECT_EQ(judged(record).verdict_class, "ranks disagree");
}

TEST(Judge, EqualToEagerBecauseItIsEagerIsNoPass) {
  auto compiled = RecordBuilder().axis("compile", "before_fsdp");
  EXPECT_EQ(judged(RecordBuilder(compiled).graphs(2)).verdict, Verdict::kPass);
  const CellRecord record = judged(RecordBuilder(compiled).graphs(0));
  EXPECT_EQ(record.verdict, Verdict::kNotCompiled);
  EXPECT_EQ(record.signature, "not_compiled:before_fsdp");
  CellRecord one = RecordBuilder(compiled).graphs(2);
  one.reports[1].compile->graphs = 0;
  EXPECT_THAT(judged(one).ranks, ElementsAre(1));
  one.reports[1].compile.reset();
  EXPECT_EQ(judged(one).verdict, Verdict::kNotCompiled);
  EXPECT_EQ(judged(RecordBuilder().axis("compile", "none").graphs(0)).verdict, Verdict::kPass);
}

TEST(Judge, ASentenceIsOneLineWhateverARankPrints) {
  const CellRecord record =
      judged(RecordBuilder().raised(0, "ValueError: a\n\n\x1b[31mb" + std::string(5000, 'x')));
  EXPECT_EQ(record.sentence.find_first_of("\n\x1b"), std::string::npos);
  EXPECT_LT(record.sentence.size(), 400u);
}

TEST(Signature, TwoRunsOfTheSameFailureShareIt) {
  const auto traceback = [](const std::string& root, int line) {
    return "  File \"" + root + "/cases/dense/case.py\", line " + std::to_string(line) +
           ", in loss\n    return f(x)\n  File \"/tmp/torchinductor_me/ab/cab" +
           std::to_string(line) + ".py\", line 9, in call\n";
  };
  const CellRecord one = judged(RecordBuilder().ranks(4).raised(
      1, "RuntimeError: bad pointer 0x7f11 in pid 4711 at 127.0.0.1:29500",
      traceback("/home/a", 81)));
  const CellRecord two = judged(RecordBuilder().ranks(8).raised(
      6, "RuntimeError: bad pointer 0x9e00 in pid 99 at 127.0.0.1:30001", traceback("/root", 79)));
  EXPECT_EQ(one.signature, two.signature);
  EXPECT_EQ(one.signature, "crash:raised:RuntimeError:case.py:loss");
  EXPECT_EQ(judged(RecordBuilder().killed(0, SIGSEGV, "step 1")).signature,
            judged(RecordBuilder().ranks(4).killed(3, SIGSEGV, "step 17")).signature);
}

TEST(Signature, DifferentFailuresDoNotShareIt) {
  EXPECT_NE(judged(RecordBuilder().killed(0, SIGSEGV)).signature,
            judged(RecordBuilder().killed(0, SIGABRT)).signature);
  EXPECT_NE(judged(RecordBuilder().raised(0, "ValueError: x")).signature,
            judged(RecordBuilder().raised(0, "KeyError: x")).signature);
}

TEST(Fallout, IsWhatTorchSaysWhenAPeerIsGone) {
  for (const char* error : {kClosed, kReset, kStoreGone}) EXPECT_TRUE(is_fallout(error));
  EXPECT_FALSE(is_fallout("ValueError: bad shape"));
}

}  // namespace
}  // namespace gridlock::verdict
