#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/diagnosis/fake_evidence.h"
#include "harness/diagnosis/sentence.h"

namespace gridlock::diagnosis {
namespace {

using facts::Blocked;
using facts::Class;
using ::testing::HasSubstr;
using testing::kMain;
using ::testing::Not;
using testing::rank_in;
using testing::waiting_for_rank_1;

TEST(Sentence, BusyRank) {
  const Frame sleeper{"Block.forward", "model.py", 16};
  EXPECT_EQ(
      sentence(waiting_for_rank_1(Class::kBusyRank,
                                  {kMain, sleeper, {"clock_nanosleep", "libc.so.6", 0}})),
      "Rank 1 has not called all_reduce #4 of default_pg[0-3] yet; it sleeps in Block.forward at "
      "model.py:16 for 12 s; ranks 0, 2-3 wait for it at train.py:31");
  EXPECT_THAT(sentence(waiting_for_rank_1(Class::kBusyRank, {kMain, sleeper}, true)),
              HasSubstr("it computes in Block.forward at model.py:16"));
  Evidence native = waiting_for_rank_1(Class::kBusyRank, {});
  native.ranks[1].phase = "";
  native.ranks[1].in_kernel = "waits for a signal";
  EXPECT_THAT(sentence(native), HasSubstr("it waits for a signal for 12 s"));
  EXPECT_THAT(sentence(waiting_for_rank_1(Class::kBusyRank, {})),
              HasSubstr("yet; it has been in step 4 for 12 s"));
}

TEST(Sentence, OnlyARankOnAProcessorComputes) {
  const Frame loader{"load", "data.py", 6};
  Evidence evidence = waiting_for_rank_1(Class::kBusyRank, {kMain, loader}, /*active=*/true);
  evidence.ranks[1].in_kernel = "sleeps";
  EXPECT_THAT(sentence(evidence), HasSubstr("it sleeps in load at data.py:6"));
  evidence.ranks[1].in_kernel = "waits for data from a socket";
  EXPECT_THAT(sentence(evidence), HasSubstr("it waits for data from a socket in load at"));
  evidence.ranks[1].threads[0].active = false;
  EXPECT_THAT(sentence(evidence), HasSubstr("it waits for data from a socket in load at"));
  evidence.ranks[1].threads[0].frames.push_back({"Popen.wait", "subprocess.py", 1264});
  EXPECT_THAT(sentence(evidence), HasSubstr("it waits for a child process in load at"));
  evidence.ranks[1].threads[0] = {1, "MainThread", true, true, {kMain, loader}};
  evidence.ranks[1].in_kernel = "computes";
  EXPECT_THAT(sentence(evidence), HasSubstr("it computes in load at data.py:6"));
}

TEST(Sentence, CompileSkewNamesPhaseAndFrame) {
  Evidence evidence = waiting_for_rank_1(
      Class::kCompileSkew,
      {kMain,
       {"__call__", "torch/_dynamo/convert_frame.py", 729},
       {"solve_min_cut.<locals>.find_first_unfusible", "torch/_functorch/partitioners.py", 2773}});
  evidence.ranks[1].compiling = "forward of Block";
  EXPECT_EQ(
      sentence(evidence),
      "Rank 1 has not called all_reduce #4 of default_pg[0-3] yet; it compiles forward of Block "
      "(the partitioner, in find_first_unfusible at torch/_functorch/partitioners.py:2773; called "
      "at train.py:10) for 12 s; ranks 0, 2-3 wait for it at train.py:31");
}

TEST(Sentence, ACompilePastItsBoundIsToldAsSuch) {
  Evidence evidence = waiting_for_rank_1(
      Class::kCompileSkew, {kMain, {"compile_fx", "torch/_inductor/compile_fx.py", 2500}});
  evidence.blowup = judge_compile_time("cp", {{10, 2.1}, {12, 3.3}, {14, 9}}, {16, 63}, false);
  EXPECT_EQ(sentence(evidence),
            "Rank 1 compiles far longer than smaller cells predict (2.1 s at cp 10, 3.3 s at cp "
            "12, 9.0 s at cp 14, 63 s so far at cp 16: about doubles with each link; expected "
            "about 5.7 s; at this rate the compile takes about 6 days at cp 32): it compiles "
            "(inductor, in compile_fx at torch/_inductor/compile_fx.py:2500; called at "
            "train.py:10) for 12 s");
  evidence.blowup = judge_compile_time("cp", {{10, 2.1}}, {16, 4}, false);
  EXPECT_THAT(sentence(evidence), HasSubstr("yet; it compiles"));
}

TEST(Sentence, AStallInWhichNobodyWaits) {
  Evidence evidence = waiting_for_rank_1(Class::kSlowCompile, {kMain});
  evidence.finding.blocked.clear();
  EXPECT_EQ(sentence(evidence),
            "Rank 1 keeps the job waiting: it has been in main at train.py:10 for 12 s");
}

TEST(Sentence, LinesOfAScriptOutsideOfFunctionsHaveNoName) {
  const Evidence evidence =
      waiting_for_rank_1(Class::kBusyRank, {{"<module>", "/home/me/slow.py", 7}});
  EXPECT_THAT(sentence(evidence), HasSubstr("it has been in slow.py:7 for 12 s"));
}

TEST(Sentence, StoppedRank) {
  EXPECT_THAT(sentence(waiting_for_rank_1(Class::kStopped, {kMain})),
              HasSubstr("it is stopped by a signal"));
}

TEST(Sentence, DeadPeer) {
  Evidence evidence = waiting_for_rank_1(Class::kDeadPeer, {});
  evidence.ranks[1].end = "exited with code 0 in step 3";
  EXPECT_EQ(
      sentence(evidence),
      "Ranks 0, 2-3 wait in all_reduce #4 of default_pg[0-3] at train.py:31 for rank 1, which "
      "is gone: it exited with code 0 in step 3");
}

TEST(Sentence, RanksThatWaitForThoseThatWait) {
  Evidence evidence = waiting_for_rank_1(Class::kBusyRank, {kMain});
  Blocked late;
  late.rank = 7;
  late.wait.on = facts::Wait::On::kStore;
  late.waits_for = {0};
  evidence.finding.blocked.push_back(late);
  EXPECT_THAT(sentence(evidence), HasSubstr("; rank 7 waits, too"));
}

TEST(Sentence, SeveralAtFaultAreToldApart) {
  Evidence evidence = waiting_for_rank_1(Class::kBusyRank, {kMain}, true);
  evidence.ranks.push_back(rank_in(4, {kMain}));
  evidence.finding.at_fault = {1, 4};
  EXPECT_THAT(
      sentence(evidence),
      HasSubstr("for ranks 1, 4: rank 1 computes in main at train.py:10 for 12 s; rank 4 is "
                "in main at train.py:10"));
  evidence.ranks[4].groups = evidence.ranks[1].groups;
  EXPECT_THAT(sentence(evidence),
              HasSubstr("Ranks 1, 4 have not called all_reduce #4 of default_pg[0-3] yet; rank 1 "
                        "computes in main at train.py:10 for 12 s; rank 4 is in main at "
                        "train.py:10; ranks 0, 2-3 wait for it at train.py:31"));
}

TEST(Sentence, ARankThatHasMadeTheCallIsWaitedForOtherwise) {
  Evidence evidence = waiting_for_rank_1(Class::kBusyRank, {kMain});
  evidence.ranks[1].groups[0].enqueued = 4;
  EXPECT_THAT(sentence(evidence), HasSubstr("wait in all_reduce #4 of default_pg[0-3] at "
                                            "train.py:31 for rank 1, which has been in main"));
}

TEST(Sentence, OnlyWhatIsProvedIsSaidToHappenNever) {
  Evidence evidence = testing::missing_rank();
  EXPECT_THAT(sentence(evidence), HasSubstr("Rank 1 never called all_gather_into_tensor #17"));
  evidence.finding.proved = false;
  EXPECT_THAT(sentence(evidence), HasSubstr("Rank 1 has not called all_gather_into_tensor #17"));
  for (const Class cls :
       {Class::kUnmatchedSend, Class::kUnmatchedRecv, Class::kGroupMembership, Class::kStoreKey}) {
    evidence.finding.cls = cls;
    EXPECT_THAT(sentence(evidence), Not(HasSubstr("never"))) << facts::name(cls);
    EXPECT_THAT(sentence(evidence), Not(HasSubstr(" can "))) << facts::name(cls);
  }
}

}  // namespace
}  // namespace gridlock::diagnosis
