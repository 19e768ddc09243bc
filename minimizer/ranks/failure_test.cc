#include "minimizer/ranks/failure.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gridlock::minimizer {
namespace {

using nlohmann::json;

const json kHang = {{"verdict", "deadlock"},
                    {"class", "missing rank"},
                    {"ranks", {1}},
                    {"sentence", "Rank 1 skipped all_reduce #3"},
                    {"signature", "deadlock:missing rank:all_reduce:dp:step"}};

json crash(const std::string& error) {
  return {{"verdict", "crash"},
          {"class", "raised"},
          {"error", error},
          {"signature", "crash:raised:" + error.substr(0, error.find(':')) + ":load"}};
}

TEST(Failure, OfAHangKeepsItsClassAndOperation) {
  json inlined = kHang;
  inlined["signature"] = "deadlock:missing rank:all_reduce:default_pg:<module>";
  inlined["ranks"] = {0};
  EXPECT_EQ(failure_of(kHang), failure_of(inlined));
  EXPECT_EQ(to_string(*failure_of(kHang)), "deadlock class=missing rank operation=all_reduce");
}

TEST(Failure, OfAnotherOperationOrClassIsAnother) {
  json other = kHang;
  other["signature"] = "deadlock:missing rank:all_gather:dp:step";
  EXPECT_NE(failure_of(kHang), failure_of(other));
  other["signature"] = "deadlock:different order:all_reduce:dp:step";
  EXPECT_NE(failure_of(kHang), failure_of(other));
  other = kHang;
  other["verdict"] = "stall";
  EXPECT_NE(failure_of(kHang), failure_of(other));
}

TEST(Failure, OfACrashKeepsItsMessageWithoutNumbersNamesAndPaths) {
  EXPECT_EQ(failure_of(crash("ValueError: bad batch 17 of 'train.bin' in /data/x.bin")),
            failure_of(crash("ValueError: bad batch 3 of 'tiny' in /tmp/y")));
  EXPECT_EQ(plain_message("loss is -2.5 at step-3 of 1e-4"), "loss is N at step-N of N");
  EXPECT_NE(failure_of(crash("RuntimeError: shapes differ")),
            failure_of(crash("RuntimeError: devices differ")));
  EXPECT_NE(failure_of(crash("ValueError: bad")), failure_of(crash("TypeError: bad")));
}

TEST(Failure, OfAScriptThatExitsKeepsItsCode) {
  const json usage = {
      {"verdict", "crash"}, {"class", "exited"}, {"exit_code", 2}, {"signature", "crash:exited"}};
  json other = usage;
  other["exit_code"] = 3;
  EXPECT_EQ(headline(*failure_of(usage)), "crash: exited with code 2");
  EXPECT_NE(failure_of(usage), failure_of(other));
}

TEST(Failure, AScriptThatPassesHasNone) {
  EXPECT_EQ(failure_of({{"verdict", "ended"}}), std::nullopt);
}

TEST(Judge, ComparesWithTheFailureThatIsLookedFor) {
  const Signature wanted = *failure_of(kHang);
  EXPECT_EQ(judge(kHang.dump(), wanted).verdict, Verdict::kSame);
  EXPECT_EQ(judge(kHang.dump(), wanted).proved_ms, 0);
  json proved = kHang;
  proved["proved"] = true;
  proved["latency_ms"] = 45.5;
  EXPECT_EQ(judge(proved.dump(), wanted).proved_ms, 45.5);
  EXPECT_EQ(judge(R"({"verdict":"ended"})", wanted).verdict, Verdict::kPasses);
  const Answer other = judge(crash("ValueError: bad").dump(), wanted);
  EXPECT_EQ(other.verdict, Verdict::kDifferent);
  EXPECT_TRUE(other.seen);
}

TEST(Failure, OnlyHangsInCallsAreThose) {
  EXPECT_TRUE(hangs_in_calls({"deadlock", {{"class", "missing rank"}, {"operation", "barrier"}}}));
  EXPECT_TRUE(hangs_in_calls({"desync", {{"class", "mismatched operation"}}}));
  EXPECT_FALSE(hangs_in_calls({"deadlock", {{"class", "store key"}}}));
  EXPECT_FALSE(hangs_in_calls({"deadlock", {{"class", "dead peer"}}}));
  EXPECT_FALSE(hangs_in_calls({"stall", {{"class", "busy rank"}}}));
  EXPECT_FALSE(hangs_in_calls({"crash", {{"class", "missing rank"}}}));
}

TEST(Judge, ABrokenScriptIsInvalid) {
  const json outcome = crash("NameError: name 'x' is not defined");
  EXPECT_EQ(judge(outcome.dump(), *failure_of(kHang)).verdict, Verdict::kInvalid);
}

TEST(Judge, AStandstillWithoutAReasonIsSlow) {
  const json outcome = {{"verdict", "timeout"}};
  EXPECT_EQ(judge(outcome.dump(), *failure_of(kHang)).verdict, Verdict::kSlow);
  EXPECT_EQ(judge(outcome.dump(), *failure_of(outcome)).verdict, Verdict::kSame);
}

TEST(Judge, ANameErrorThatIsLookedForIsTheFailure) {
  const json outcome = crash("NameError: name 'x' is not defined");
  EXPECT_EQ(judge(outcome.dump(), *failure_of(outcome)).verdict, Verdict::kSame);
}

TEST(Judge, WithoutAnOutcomeTheMachineWasTooBusy) {
  EXPECT_EQ(judge("", *failure_of(kHang)).verdict, Verdict::kBusy);
  EXPECT_EQ(judge(R"({"verdict":"interrupted"})", *failure_of(kHang)).verdict, Verdict::kBusy);
}

}  // namespace
}  // namespace gridlock::minimizer
