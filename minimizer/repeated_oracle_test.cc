#include "minimizer/repeated_oracle.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "minimizer/testing/mock_graph.h"
#include "minimizer/testing/mock_oracle.h"

namespace gridlock::minimizer::testing {
namespace {

MockProblem coin(double rate, Verdict otherwise = Verdict::kSame) {
  MockProblem mock;
  mock.problem = problem_of("coin");
  mock.judge = [otherwise](const Candidate&) { return Answer{otherwise, 1, failure(), 1, 1, ""}; };
  mock.rate = rate;
  return mock;
}

Answer ask(Oracle& oracle, Ticket ticket) {
  oracle.submit(ticket, {"coin", {}});
  std::optional<Reply> reply;
  while (!reply) reply = oracle.wait(std::chrono::milliseconds(10));
  EXPECT_EQ(reply->ticket, ticket);
  return reply->answer;
}

// Returns the fraction of 2,000 candidates with failure rate `rate` that the oracle judged as
// failing.
double called_failing(double rate, const RepetitionLimits& limits) {
  const MockProblem mock = coin(rate);
  MockOracle once(mock, 1, 3);
  RepeatedOracle oracle(once, limits);
  int failing = 0;
  for (Ticket ticket = 1; ticket <= 2000; ++ticket)
    failing += ask(oracle, ticket).verdict == Verdict::kSame;
  return failing / 2000.0;
}

TEST(RepeatedOracle, ErrsNoMoreOftenThanItSays) {
  const RepetitionLimits limits{.rate = 0.3, .floor = 0.03, .error = 0.05};
  EXPECT_GE(called_failing(0.3, limits), 0.95);
  EXPECT_GE(called_failing(0.6, limits), 0.95);
  EXPECT_LE(called_failing(0.03, limits), 0.05);
  EXPECT_EQ(called_failing(0.0, limits), 0);
}

TEST(RepeatedOracle, OneRunIsEnoughWhereNothingIsLeftToChance) {
  for (const Verdict verdict : {Verdict::kInvalid, Verdict::kSlow, Verdict::kBusy}) {
    const MockProblem mock = coin(1, verdict);
    MockOracle once(mock);
    RepeatedOracle oracle(once, {.rate = 0.3, .floor = 0.03});
    const Answer answer = ask(oracle, 1);
    EXPECT_EQ(answer.verdict, verdict);
    EXPECT_EQ(answer.runs, 1);
  }
}

TEST(RepeatedOracle, StatesHowManyRunsFailed) {
  const MockProblem mock = coin(0.5);
  MockOracle once(mock);
  RepeatedOracle oracle(once, {.rate = 0.5, .floor = 0.05});
  const Answer answer = ask(oracle, 1);
  EXPECT_EQ(answer.verdict, Verdict::kSame);
  EXPECT_EQ(answer.runs, static_cast<int>(once.asked().size()));
  EXPECT_GE(answer.failures, 2);
  EXPECT_EQ(answer.seconds, answer.runs);
}

TEST(RepeatedOracle, SaysFlakyWhenTheRunsDoNotDecide) {
  const MockProblem mock = coin(0.5);
  MockOracle once(mock);
  RepeatedOracle oracle(once, {.rate = 0.51, .floor = 0.5, .error = 0.01, .runs = 5});
  const Answer answer = ask(oracle, 1);
  EXPECT_EQ(answer.verdict, Verdict::kFlaky);
  EXPECT_EQ(answer.runs, 5);
}

TEST(RepeatedOracle, CancelsTheRunUnderWay) {
  const MockProblem mock = coin(0.5);
  MockOracle once(mock, 2);
  RepeatedOracle oracle(once, {.rate = 0.5, .floor = 0.05});
  oracle.submit(1, {"coin", {}});
  oracle.cancel(1);
  EXPECT_FALSE(oracle.wait(std::chrono::milliseconds(0)));
  EXPECT_TRUE(once.asked().empty());
}

TEST(RepeatedOracle, RefusesLimitsThatMakeNoSense) {
  const MockProblem mock = coin(1);
  MockOracle once(mock);
  EXPECT_THROW(RepeatedOracle(once, {.rate = 0.1, .floor = 0.2}), std::invalid_argument);
  EXPECT_THROW(RepeatedOracle(once, {.rate = 1.5}), std::invalid_argument);
}

TEST(SequentialTest, WilsonsInterval) {
  EXPECT_NEAR(wilson(0, 10).high, 0.2775, 1e-3);
  EXPECT_NEAR(wilson(3, 10).low, 0.1078, 1e-3);
  EXPECT_NEAR(wilson(3, 10).high, 0.6032, 1e-3);
  EXPECT_EQ(wilson(0, 0).low, 0);
  EXPECT_EQ(wilson(0, 0).high, 1);
}

}  // namespace
}  // namespace gridlock::minimizer::testing
