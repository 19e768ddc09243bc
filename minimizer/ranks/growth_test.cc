#include "minimizer/ranks/growth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>

#include "minimizer/ranks/growth_oracle.h"

namespace gridlock::minimizer {
namespace {

using std::chrono::milliseconds;

std::string compiled_for(double seconds) {
  return "{\"compiled\": {\"calls\": 1, \"graphs\": 1, \"given_up\": 0, \"seconds\": " +
         std::to_string(seconds) + "}}\n";
}

TEST(GrowthTest, IsTwoSizes) {
  EXPECT_EQ(growth_from("8,12"), (Growth{8, 12}));
  for (const char* text : {"", "8", "12,8", "8,8", "0,8", "8,12,16", "a,b", "-1,4"}) {
    EXPECT_FALSE(growth_from(text)) << text;
  }
}

TEST(GrowthTest, TheSizeStandsInTheArguments) {
  const Launch launch{2, {}, {"--cp", "{}", "--name={}-{}", "x"}};
  EXPECT_TRUE(takes_size(launch));
  EXPECT_EQ(with_size(launch, 12).arguments,
            (std::vector<std::string>{"--cp", "12", "--name=12-12", "x"}));
  EXPECT_FALSE(takes_size({2, {}, {"--cp", "8"}}));
}

TEST(GrowthTest, TheRankThatCompilesLongestCounts) {
  EXPECT_EQ(compile_seconds_in("x\n" + compiled_for(1.5) + compiled_for(2.5) + "y"), 2.5);
  EXPECT_FALSE(compile_seconds_in(compiled_for(0) + "{\"compiled\": 3}\n{\"compiled\n"));
}

TEST(GrowthTest, OnlyWhatGrowsBeyondTheThirdPowerExplodes) {
  const Growth twice{8, 16};
  EXPECT_FALSE(find_explosion(1, 2, twice));
  EXPECT_FALSE(find_explosion(1, 7.9, twice)) << "cubic";
  EXPECT_FALSE(find_explosion(1, 9, twice)) << "nearly";
  const auto found = find_explosion(1, 16, twice);
  ASSERT_TRUE(found);
  EXPECT_EQ(headline(*found), "blow-up: beyond the third power");
  EXPECT_EQ(growth_words(1, 16, twice),
            "compiles for 1 s at size 8, for 16 s at size 16: compile time grows like size^4.0");
  EXPECT_FALSE(find_explosion(0.001, 0.5, twice)) << "half a second is too short to count";
}

// An oracle whose runs end well at once. Their compile time is a power of the size.
class Runs : public Oracle {
 public:
  explicit Runs(int power) : power_(power) {}
  int slots() const override { return 1; }
  void submit(Ticket ticket, const Candidate& candidate) override {
    const double size = std::stod(candidate.launch.arguments.at(0));
    sizes.push_back(size);
    Answer answer;
    answer.verdict = Verdict::kPasses;
    answer.seconds = 1;
    replies_.push_back({ticket, answer, power_ < 0 ? "" : compiled_for(std::pow(size, power_))});
  }
  std::optional<Reply> wait(milliseconds) override {
    if (replies_.empty()) return std::nullopt;
    Reply reply = replies_.front();
    replies_.pop_front();
    return reply;
  }
  void cancel(Ticket) override { replies_.clear(); }
  std::vector<double> sizes;

 private:
  int power_;
  std::deque<Reply> replies_;
};

Answer ask(Runs& runs) {
  GrowthOracle oracle(runs, {2, 4}, {});
  oracle.submit(7, {"script", {1, {}, {"{}"}}});
  const auto reply = oracle.wait(milliseconds(10));
  EXPECT_TRUE(reply && reply->ticket == 7);
  return reply ? reply->answer : Answer{};
}

TEST(GrowthOracleTest, RunsASmallAndALargeSize) {
  Runs explodes(5);
  const Answer answer = ask(explodes);
  EXPECT_EQ(answer.verdict, Verdict::kSame);
  EXPECT_EQ(answer.seen->kind, kBlowup);
  EXPECT_EQ(answer.seconds, 2);
  EXPECT_THAT(explodes.sizes, testing::ElementsAre(2, 4));
}

TEST(GrowthOracleTest, WhatGrowsModeratelyOrCompilesNothingPasses) {
  Runs grows(2), eager(-1);
  EXPECT_EQ(ask(grows).verdict, Verdict::kPasses);
  EXPECT_EQ(ask(eager).reason, "it compiles nothing");
  EXPECT_EQ(eager.sizes.size(), 1u);
}

TEST(GrowthOracleTest, WhatIsCancelledGetsNoReply) {
  Runs runs(5);
  GrowthOracle oracle(runs, {2, 4}, {});
  oracle.submit(7, {"script", {1, {}, {"{}"}}});
  oracle.cancel(7);
  EXPECT_FALSE(oracle.wait(milliseconds(1)));
}

}  // namespace
}  // namespace gridlock::minimizer
