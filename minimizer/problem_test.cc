#include "minimizer/problem.h"

#include <gtest/gtest.h>

#include "harness/fields/test_round_trip.h"
#include "minimizer/problem_fields.h"
#include "minimizer/state_fields.h"

namespace gridlock::minimizer {
namespace {

TEST(Problem, BlankLinesDoNotCount) {
  EXPECT_EQ(line_count({"a\n\n  \t\nb", {}}), 2);
  EXPECT_EQ(line_count({"", {}}), 0);
}

TEST(Problem, OnlyAnswersAboutTheCandidateLast) {
  for (const Verdict verdict :
       {Verdict::kSame, Verdict::kDifferent, Verdict::kPasses, Verdict::kInvalid, Verdict::kFlaky})
    EXPECT_TRUE(is_lasting(verdict));
  EXPECT_FALSE(is_lasting(Verdict::kSlow));
  EXPECT_FALSE(is_lasting(Verdict::kBusy));
}

TEST(Problem, SignaturesAreTheSameOnlyIfAllFieldsAre) {
  const Signature one{"hang", {{"operation", "all_reduce"}}};
  EXPECT_EQ(one, (Signature{"hang", {{"operation", "all_reduce"}}}));
  EXPECT_NE(one, (Signature{"hang", {{"operation", "barrier"}}}));
  EXPECT_NE(one, (Signature{"hang", {}}));
  EXPECT_NE(one, (Signature{"crash", {{"operation", "all_reduce"}}}));
  EXPECT_EQ(to_string(one), "hang operation=all_reduce");
}

TEST(Problem, AHeadlineIsASignatureInWords) {
  EXPECT_EQ(headline({"deadlock", {{"class", "missing rank"}, {"operation", "all_reduce"}}}),
            "deadlock: missing rank (all_reduce)");
  EXPECT_EQ(headline({"stall", {}}), "stall");
  EXPECT_EQ(headline({"deadlock",
                      {{"class", "mismatched operation"}, {"operation", "all_reduce|barrier"}}}),
            "deadlock: mismatched operation (all_reduce, barrier)");
  EXPECT_EQ(headline({"desync", {{"class", "mismatched operation"}}}),
            "desync: mismatched operation");
  EXPECT_EQ(headline({"crash",
                      {{"class", "raised"},
                       {"exception", "ValueError"},
                       {"message", "ValueError: bad batch N"}}}),
            "crash: ValueError: bad batch N");
  EXPECT_EQ(headline({"crash", {{"class", "raised"}, {"exception", "ValueError"}}}),
            "crash: ValueError");
  EXPECT_EQ(headline({"crash", {{"class", "killed"}, {"exception", "SIGSEGV"}}}),
            "crash: killed by SIGSEGV");
  EXPECT_EQ(headline({"crash", {{"class", "exited"}, {"exit_code", "2"}}}),
            "crash: exited with code 2");
}

TEST(Problem, ComesBackFromJson) {
  fields::testing::expect_round_trips<nlohmann::ordered_json, Launch, Candidate, Signature, Answer,
                                      ProblemLine, AnswerLine, Accepted, Necessary, Best,
                                      ByCatch>();
}

}  // namespace
}  // namespace gridlock::minimizer
