#include "harness/diagnosis/crash.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

namespace gridlock::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Frame kLoad{"Loader.load_batch", "/home/me/train.py", 38};
const Frame kLoss{"cross_entropy", "/venv/lib/python3.11/site-packages/torch/nn/functional.py", 9};
const Frame kMine{"load", "/home/me/gridlock/harness/rank/gridlock/case.py", 19};
constexpr const char* kClosed = "RuntimeError: Connection closed by peer [127.0.0.1]:5280";

// Returns a rank that raised in a script.
EndedRank raised(int rank, const std::string& error, std::vector<Frame> frames = {}) {
  EndedRank end{.rank = rank, .exit_code = 1, .raised = true};
  end.exception = {error, std::move(frames)};
  return end;
}

EndedRank killed(int rank, int signal, const std::string& phase = "") {
  return {.rank = rank, .signal = signal, .phase = phase};
}

EndedRank exited(int rank, int code) {
  return {.rank = rank, .exit_code = code, .finished = code == 0};
}

// Returns the crash of `ranks`, which failed in this order.
facts::Crash crash_of(std::vector<EndedRank> ranks) {
  int order = 0;
  for (EndedRank& rank : ranks) rank.order = order++;
  return find_crash(ranks, std::nullopt)->crash;
}

std::string sentence(const EndedRank& rank) {
  return crash_of({rank}).sentence;
}

TEST(Crash, AnExceptionIsToldWithTheUsersLineNotTorchs) {
  EXPECT_EQ(sentence(raised(2, "IndexError: Target 4 is out of bounds.", {kLoad, kLoss})),
            "Rank 2 raised IndexError at train.py:38 (load_batch): Target 4 is out of bounds");
  EXPECT_EQ(sentence(raised(2, "ValueError", {{"<module>", "/home/me/train.py", 3}})),
            "Rank 2 raised ValueError at train.py:3");
  EXPECT_EQ(sentence(raised(2, "NameError: x", {kLoad, kMine})),
            "Rank 2 raised NameError at train.py:38 (load_batch): x");
  EXPECT_EQ(sentence(raised(2, "KeyError: 'x'", {kMine})), "Rank 2 raised KeyError: 'x'");
  EXPECT_EQ(sentence(raised(2, "nobody knows")), "Rank 2 raised an error: nobody knows");
}

TEST(Crash, OfALongMessageTheFirstSentencesAreTold) {
  const std::string error =
      "OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total "
      "capacity "
      "of 139.81 GiB of which 1.19 GiB is free. Including non-PyTorch memory, this process has "
      "138.61 "
      "GiB memory in use. If reserved but unallocated memory is large try setting "
      "PYTORCH_ALLOC_CONF=expandable_segments:True to avoid fragmentation.";
  EXPECT_EQ(
      sentence(raised(0, error, {kLoad})),
      "Rank 0 raised OutOfMemoryError at train.py:38 (load_batch): CUDA out of memory. Tried to "
      "allocate 20.00 GiB. GPU 0 has a total capacity of 139.81 GiB of which 1.19 GiB is free");
  EXPECT_EQ(crash_of({raised(0, error)}).error, error);
}

TEST(Crash, AnErrorOfAGpuIsNoticedLate) {
  EXPECT_EQ(sentence(raised(0,
                            "AcceleratorError: CUDA error: an illegal memory access was "
                            "encountered",
                            {kLoad})),
            "Rank 0 raised AcceleratorError at train.py:38 (load_batch): CUDA error: an illegal "
            "memory access was encountered, in a kernel that was launched before");
}

TEST(Crash, WhatBecomesOfARankThatRaisedIsToldToo) {
  EndedRank aborted = raised(1, "ValueError: bad batch", {kLoad});
  aborted.signal = SIGABRT;
  EXPECT_EQ(sentence(aborted),
            "Rank 1 raised ValueError at train.py:38 (load_batch): bad batch; it was killed by "
            "SIGABRT as it exited");
  EXPECT_EQ(crash_of({aborted}).exit_code, 134);
  EndedRank stuck = raised(1, "ValueError: bad batch", {kLoad});
  stuck.stuck_seconds = 5.2;
  EXPECT_EQ(sentence(stuck),
            "Rank 1 raised ValueError 5 s ago at train.py:38 (load_batch) and cannot exit: bad "
            "batch");
}

TEST(Crash, ASignalIsToldByItsNameAndWhenItCame) {
  EXPECT_EQ(sentence(killed(1, SIGSEGV)), "Rank 1 was killed by SIGSEGV");
  EXPECT_EQ(sentence(killed(1, SIGKILL, "step 2")),
            "Rank 1 was killed by SIGKILL in step 2; the kernel does this when memory runs out "
            "(see dmesg)");
  EndedRank out_of_memory = killed(1, SIGKILL);
  out_of_memory.memory_ran_out = true;
  EXPECT_EQ(sentence(out_of_memory),
            "Rank 1 was killed by SIGKILL; the kernel has killed a process because memory ran out");
  out_of_memory.memory_ran_out = false;
  EXPECT_EQ(sentence(out_of_memory),
            "Rank 1 was killed by SIGKILL; not by the kernel for lack of memory, as its counters "
            "say");
  EXPECT_EQ(sentence(killed(1, SIGABRT, kAtExit)),
            "Rank 1 was killed by SIGABRT after the script had ended; see "
            "docs/hang.md#aborts-at-exit");
}

// A script may exit at any time, whereas a training run has a defined end.
TEST(Crash, AnExitOfATrainingIsEarly) {
  EndedRank end = exited(1, 3);
  EXPECT_EQ(crash_of({end}).crash_class, "exited");
  EXPECT_EQ(sentence(end), "Rank 1 exited with code 3");
  end.phase = "step 2";
  EXPECT_EQ(crash_of({end}).crash_class, "exited early");
  EXPECT_EQ(sentence(end), "Rank 1 exited with code 3 in step 2, without a traceback");
}

TEST(Crash, ACommandHasItsNameAndNoRank) {
  EndedRank command = exited(-1, 3);
  command.name = "make";
  EXPECT_THAT(crash_of({command}).ranks, IsEmpty());
  EXPECT_EQ(sentence(command), "make exited with code 3");
}

TEST(Crash, TheFirstThatDidNotOnlyLoseAConnectionIsAtFault) {
  const auto crash =
      crash_of({raised(0, kClosed), raised(2, "ValueError: bad"), killed(1, SIGABRT)});
  EXPECT_THAT(crash.ranks, ElementsAre(2));
  EXPECT_EQ(crash.error, "ValueError: bad");
}

TEST(Crash, InNoKnownOrderAllThatFailedInTheWayThatExplainsMostAreAtFault) {
  const std::vector<EndedRank> ranks{exited(0, 1), raised(1, kClosed), raised(2, "KeyError: 'x'"),
                                     killed(3, SIGSEGV), killed(4, SIGSEGV)};
  const auto found = find_crash(ranks, std::nullopt);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->crash.ranks, ElementsAre(3, 4));
  EXPECT_EQ(found->crash.sentence, "Ranks 3-4 were killed by SIGSEGV");
  EXPECT_FALSE(found->only_fallout);
  EXPECT_THAT(find_crash(std::span(ranks).first(3), std::nullopt)->crash.ranks, ElementsAre(2));
}

TEST(Crash, WhereAllLostConnectionsARankThatFinishedEarlyIsAtFault) {
  const EarlyExit early{{1}, "Rank 1 finished after all_reduce #2", "crash:exited early"};
  const std::vector<EndedRank> ranks{raised(0, kClosed), raised(2, kClosed), exited(1, 0)};
  EXPECT_THAT(finished_ranks(ranks), ElementsAre(1));
  const auto explained = find_crash(ranks, early);
  EXPECT_EQ(explained->crash.crash_class, "exited early");
  EXPECT_EQ(explained->crash.sentence, early.sentence);
  EXPECT_EQ(explained->crash.error, "");
  EXPECT_FALSE(explained->only_fallout);
  const auto unexplained = find_crash(ranks, std::nullopt);
  EXPECT_TRUE(unexplained->only_fallout);
  EXPECT_THAT(unexplained->crash.ranks, ElementsAre(0, 2));
  EXPECT_THAT(unexplained->crash.sentence, ::testing::EndsWith("; rank 1 had finished"));
}

TEST(Crash, ARankThatGridlockStoppedHasNeitherFailedNorFinished) {
  EndedRank stopped = killed(0, SIGKILL), in_time = exited(1, 0);
  stopped.stopped = in_time.stopped = true;
  const std::vector<EndedRank> ranks{stopped, in_time};
  EXPECT_FALSE(find_crash(ranks, std::nullopt));
  EXPECT_THAT(finished_ranks(ranks), IsEmpty());
}

TEST(Crash, TheSignatureHasNothingThatVaries) {
  EndedRank end = raised(2, "IndexError: Target 4", {kLoad});
  end.function = "load_batch";
  EXPECT_EQ(crash_of({end}).signature, "crash:raised:IndexError:load_batch");
  EXPECT_EQ(crash_of({raised(2, "IndexError: 4", {kLoss})}).signature, "crash:raised:IndexError");
  EXPECT_EQ(crash_of({killed(0, SIGSEGV, "step 17")}).signature, "crash:killed:SIGSEGV:step");
  EXPECT_EQ(crash_of({killed(0, SIGABRT, kAtExit)}).signature, "crash:killed:SIGABRT:at exit");
  EXPECT_EQ(crash_of({exited(0, 3)}).signature, "crash:exited");
}

}  // namespace
}  // namespace gridlock::diagnosis
