#include "minimizer/ranks/graph_oracle.h"

#include <gmock/gmock.h>

namespace gridlock::minimizer {
namespace {

using std::chrono::milliseconds;
using ::testing::Contains;
using ::testing::Pair;

constexpr const char* kNone = "{\"compiled\": {\"calls\": 3, \"graphs\": 0, \"given_up\": 2}}\n";
constexpr const char* kSome = "{\"compiled\": {\"calls\": 3, \"graphs\": 1, \"given_up\": 0}}\n";
constexpr const char* kIdle = "{\"compiled\": {\"calls\": 0, \"graphs\": 0, \"given_up\": 0}}\n";
constexpr const char* kMissed = "{\"compiled\": {\"calls\": 1, \"graphs\": 0, \"given_up\": 0}}\n";

TEST(Uncaptured, OneRankThatCapturedNothingIsEnough) {
  const auto found = find_uncaptured(std::string("step 1\n") + kSome + kNone);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->signature, (Signature{"not_compiled", {{"class", "frames given up"}}}));
  EXPECT_EQ(headline(found->signature), "not_compiled: frames given up");
  EXPECT_TRUE(find_uncaptured(std::string("step 1") + kNone));  // another rank printed "step 1"
  EXPECT_EQ(field_of(find_uncaptured(kMissed)->signature, "class"), "no frame tried");
}

TEST(Uncaptured, WithoutACallThereIsNothingToCapture) {
  EXPECT_FALSE(find_uncaptured(kIdle));
  EXPECT_FALSE(find_uncaptured(kSome));
  EXPECT_FALSE(find_uncaptured("{\"compiled\": 3}\n{\"compiled\"\n"));
}

// An oracle that answers at once that the script passes, with the given output.
class Passing : public Oracle {
 public:
  explicit Passing(std::string output) : output_(std::move(output)) {}
  int slots() const override { return 1; }
  void submit(Ticket, const Candidate& candidate) override { asked = candidate; }
  std::optional<Reply> wait(milliseconds) override {
    Reply reply{7, {}, output_};
    reply.answer.verdict = Verdict::kPasses;
    return reply;
  }
  void cancel(Ticket) override {}
  Candidate asked;

 private:
  std::string output_;
};

TEST(GraphOracle, WhatPassesIsJudgedByItsGraphs) {
  const Signature wanted{"not_compiled", {{"class", "frames given up"}}};
  for (const auto& [output, verdict] : {std::pair{kNone, Verdict::kSame},
                                        {kSome, Verdict::kPasses},
                                        {kIdle, Verdict::kPasses},
                                        {kMissed, Verdict::kDifferent}}) {
    Passing runs(output);
    GraphOracle oracle(runs, wanted);
    oracle.submit(7, {"text", {2, {}, {}}});
    EXPECT_THAT(runs.asked.launch.environment, Contains(Pair("GRIDLOCK_COUNT_GRAPHS", "1")));
    EXPECT_EQ(oracle.wait(milliseconds(1))->answer.verdict, verdict) << output;
  }
}

}  // namespace
}  // namespace gridlock::minimizer
