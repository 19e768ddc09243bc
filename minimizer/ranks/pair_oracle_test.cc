#include "minimizer/ranks/pair_oracle.h"

#include <gmock/gmock.h>

#include <deque>
#include <functional>

namespace gridlock::minimizer {
namespace {

using std::chrono::milliseconds;

// An oracle that runs nothing. It answers at once with the output of `run` for the script or its
// control.
class FakeRuns : public Oracle {
 public:
  using Run = std::function<std::string(const Candidate&, bool control)>;
  explicit FakeRuns(Run run) : run_(std::move(run)) {}
  int slots() const override { return 2; }
  void submit(Ticket ticket, const Candidate& candidate) override {
    const bool control = candidate.launch.arguments.back() == "--control";
    const std::string output = run_(candidate, control);
    Answer answer;
    answer.verdict = output == "crash" ? Verdict::kDifferent : Verdict::kPasses;
    answer.seconds = 1;
    replies_.push_back({ticket, answer, output});
    ++runs;
  }
  std::optional<Reply> wait(milliseconds) override {
    if (replies_.empty()) return std::nullopt;
    const Reply reply = replies_.front();
    replies_.pop_front();
    return reply;
  }
  void cancel(Ticket ticket) override {
    std::erase_if(replies_, [&](const Reply& reply) { return reply.ticket == ticket; });
  }
  int runs = 0;

 private:
  Run run_;
  std::deque<Reply> replies_;
};

std::string trains(double loss) {
  return "{\"step\": 0, \"loss\": " + std::to_string(loss) + "}\n";
}

const Comparison kSides{{"--numbers"}, {"--control"}, {}};
const Signature kLoss{"wrong", {{"class", "loss"}, {"error", "below 100 %"}}};

Reply ask(FakeRuns& runs, const Comparison& comparison = kSides, const Signature& wanted = kLoss) {
  PairOracle oracle(runs, comparison, wanted);
  oracle.submit(7, {"text", {2, {}, {"--lr", "1"}}});
  return *oracle.wait(milliseconds(100));
}

TEST(PairOracleTest, TheWantedDifferenceThatComesAgainIsTheSame) {
  FakeRuns runs([](const Candidate&, bool control) { return trains(control ? 2 : 3); });
  const Reply reply = ask(runs);
  EXPECT_EQ(reply.ticket, 7u);
  EXPECT_EQ(reply.answer.verdict, Verdict::kSame);
  EXPECT_EQ(reply.answer.seconds, 4);
  EXPECT_EQ(runs.runs, 4);
}

TEST(PairOracleTest, WithoutItsSeedAScriptIsNotWrong) {
  double loss = 2;
  FakeRuns runs([&](const Candidate&, bool) { return trains(loss *= 1.5); });
  EXPECT_EQ(ask(runs).answer.verdict, Verdict::kPasses);
  EXPECT_EQ(runs.runs, 4);
}

TEST(PairOracleTest, EqualNumbersPassAndOthersAreDifferent) {
  FakeRuns equal([](const Candidate&, bool) { return trains(2); });
  EXPECT_EQ(ask(equal).answer.verdict, Verdict::kPasses);
  EXPECT_EQ(equal.runs, 2);
  FakeRuns other([](const Candidate&, bool control) { return trains(control ? 2 : 2000); });
  EXPECT_EQ(ask(other).answer.verdict, Verdict::kDifferent);
  FakeRuns silent([](const Candidate&, bool) { return ""; });
  EXPECT_EQ(ask(silent).answer.verdict, Verdict::kPasses);
  EXPECT_EQ(silent.runs, 1);
}

TEST(PairOracleTest, ASideThatFailsIsToldAsItIs) {
  FakeRuns runs([](const Candidate&, bool control) { return control ? "crash" : trains(2); });
  EXPECT_EQ(ask(runs).answer.verdict, Verdict::kDifferent);
}

TEST(PairOracleTest, WithoutAControlNumbersMustBeFinite) {
  const Comparison alone{{"--numbers"}, {}, {}};
  const Signature wanted{"wrong", {{"class", "loss"}, {"error", "not finite"}}};
  FakeRuns runs([](const Candidate&, bool) { return "{\"step\": 0, \"loss\": NaN}"; });
  EXPECT_EQ(ask(runs, alone, wanted).answer.verdict, Verdict::kSame);
  FakeRuns fine([](const Candidate&, bool) { return trains(1); });
  EXPECT_EQ(ask(fine, alone, wanted).answer.verdict, Verdict::kPasses);
}

TEST(PairOracleTest, WhatIsCancelledGetsNoReply) {
  FakeRuns runs([](const Candidate&, bool control) { return trains(control ? 2 : 3); });
  PairOracle oracle(runs, kSides, kLoss);
  oracle.submit(1, {"text", {}});
  oracle.cancel(1);
  EXPECT_FALSE(oracle.wait(milliseconds(10)));
}

}  // namespace
}  // namespace gridlock::minimizer
