#include "harness/monitor/evidence.h"

#include <gtest/gtest.h>

namespace gridlock::monitor {
namespace {

using State = facts::Thread::State;

facts::RankFacts rank_with(State state, const std::string& doing = "", int switches = 0) {
  facts::RankFacts facts;
  facts.threads.resize(2);
  facts::Thread& main = facts.threads[1];
  main.main = true;
  main.state = state;
  main.doing = doing;
  main.switches = static_cast<std::uint64_t>(switches);
  return facts;
}

std::string in_kernel(State state, const std::string& doing = "") {
  return evidence_of(rank_with(state, doing)).in_kernel;
}

TEST(Evidence, SaysOfTheMainThreadWhatEveryRunShares) {
  EXPECT_EQ(in_kernel(State::kRunning), "computes");
  EXPECT_EQ(in_kernel(State::kDoubtful, "sleeps for a fixed time"), "sleeps");
  EXPECT_EQ(in_kernel(State::kDoubtful, "reads from a pipe"), "reads from a pipe");
  EXPECT_EQ(in_kernel(State::kDoubtful, "waits for child process 4711"),
            "waits for a child process");
}

TEST(Evidence, AMainThreadThatAnotherWakesWaitsForIt) {
  for (const char* doing : {"", "has a handler for SIGUSR1, which may run",
                            "waits within torch, whose own threads may wake it"}) {
    const State state = *doing == '\0' ? State::kIdle : State::kDoubtful;
    EXPECT_EQ(in_kernel(state, doing), "waits for another thread");
  }
}

// These are the facts of a main thread that computes while other threads want Python's global lock.
TEST(Evidence, AMainThreadThatRanBetweenTwoLooksDoesNotWaitForAnother) {
  const facts::RankFacts before = rank_with(State::kRunning, "", 7);
  const facts::RankFacts now = rank_with(State::kDoubtful, "waits with a timeout", 9);
  EXPECT_EQ(evidence_of(before, now).in_kernel, "");
  EXPECT_EQ(evidence_of(now, now).in_kernel, "waits with a timeout");
  const facts::RankFacts asleep = rank_with(State::kDoubtful, "sleeps for a fixed time", 9);
  EXPECT_EQ(evidence_of(before, asleep).in_kernel, "sleeps");
}

}  // namespace
}  // namespace gridlock::monitor
