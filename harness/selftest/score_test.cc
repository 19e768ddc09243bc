#include "harness/selftest/score.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/selftest/rates.h"
#include "harness/selftest/score_text.h"
#include "harness/text/columns.h"

namespace gridlock::selftest {
namespace {

using testing::HasSubstr;

const matrix::Outcome kMissing{{"deadlock"}, "missing rank", {{1}}};
const matrix::Outcome kPass;

Score score_of(const matrix::Outcome& expected, const std::string& verdict,
               const std::string& verdict_class = "", std::vector<int> ranks = {}) {
  Score score;
  score.cell = "faults/missing_rank/fp32.cp1.uncompiled.full_shard.f1";
  score.expected = expected;
  score.verdict = verdict;
  score.verdict_class = verdict_class;
  score.ranks = std::move(ranks);
  return score;
}

TEST(Selftest, VerdictClassAndRanksMustAllFit) {
  EXPECT_TRUE(score_of(kMissing, "deadlock", "missing rank", {1}).right());
  EXPECT_FALSE(score_of(kMissing, "timeout", "", {1}).class_right());
  EXPECT_FALSE(score_of(kMissing, "deadlock", "store key", {1}).class_right());
  EXPECT_FALSE(score_of(kMissing, "deadlock", "missing rank", {0, 1}).ranks_right());
  const matrix::Outcome any{{"crash"}, "", std::nullopt};
  EXPECT_TRUE(score_of(any, "crash", "killed", {2}).right());
}

TEST(Selftest, ADeadlockWhereNoneIsExpectedIsFalse) {
  EXPECT_TRUE(score_of(kPass, "deadlock").false_deadlock());
  EXPECT_TRUE(score_of({{"stall"}, "", std::nullopt}, "deadlock").false_deadlock());
  EXPECT_FALSE(score_of(kMissing, "deadlock", "store key", {3}).false_deadlock());
  EXPECT_FALSE(score_of(kPass, "stall").false_deadlock());
}

TEST(Selftest, CountsFaultsAndHealthyCellsApart) {
  const Rates all = rates({score_of(kMissing, "deadlock", "missing rank", {1}),
                           score_of(kMissing, "timeout", "", {1}), score_of(kPass, "pass")});
  EXPECT_EQ(all.faults, 2U);
  EXPECT_EQ(all.healthy, 1U);
  EXPECT_DOUBLE_EQ(all.class_right, 50);
  EXPECT_DOUBLE_EQ(all.ranks_right, 100);
  EXPECT_DOUBLE_EQ(all.healthy_right, 100);
}

TEST(Selftest, IsGoodEnoughOnlyWithoutFalseDeadlocks) {
  std::vector<Score> scores(99, score_of(kMissing, "deadlock", "missing rank", {1}));
  scores.push_back(score_of(kPass, "pass"));
  EXPECT_TRUE(rates(scores).good_enough());
  scores.back() = score_of(kPass, "deadlock");
  EXPECT_FALSE(rates(scores).good_enough());
}

TEST(Selftest, WrongClassesBeyondFivePercentAndRanksBeyondOneAreTooMany) {
  const Score right = score_of(kMissing, "deadlock", "missing rank", {1});
  std::vector<Score> scores(94, right);
  scores.resize(100, score_of(kMissing, "deadlock", "store key", {1}));
  EXPECT_FALSE(rates(scores).good_enough());
  scores[94] = right;
  EXPECT_TRUE(rates(scores).good_enough());
  scores[94].ranks = scores[93].ranks = {0};
  EXPECT_FALSE(rates(scores).good_enough());
}

TEST(Selftest, PlantedHangsMustHang) {
  std::vector<Score> scores(95, score_of(kMissing, "timeout"));
  scores.resize(100, score_of(kMissing, "pass"));
  scores.push_back(score_of({{"desync"}, "", std::nullopt}, "crash"));
  EXPECT_EQ(rates(scores).hangs, 100U);
  EXPECT_DOUBLE_EQ(rates(scores).hung, 95);
}

TEST(Selftest, WithoutRecordsHangsAreTimeoutsAndOtherFaultsAnything) {
  EXPECT_TRUE(score_of(unprobed(kMissing), "timeout", "", {0, 1}).right());
  EXPECT_FALSE(score_of(unprobed(kMissing), "pass").right());
  EXPECT_TRUE(score_of(unprobed({{"desync"}, "mismatched operation", {{1}}}), "wrong").right());
  EXPECT_FALSE(score_of(unprobed(kPass), "timeout").right());
  EXPECT_FALSE(score_of(unprobed(kPass), "timeout").is_fault());
}

TEST(Selftest, NothingAtAllIsNotGoodEnough) {
  EXPECT_FALSE(rates({}).good_enough());
}

TEST(Selftest, LatenciesAreThoseOfProvedDeadlocks) {
  std::vector<Score> scores;
  for (int i = 1; i <= 100; ++i) {
    scores.push_back(score_of(kMissing, "deadlock", "missing rank", {1}));
    scores.back().latency_ms = i;
  }
  scores.push_back(score_of({{"stall"}, "", std::nullopt}, "stall"));
  scores.back().latency_ms = 9000;
  const Rates all = rates(scores);
  EXPECT_EQ(all.measured, 100U);
  EXPECT_DOUBLE_EQ(all.latency_p50, 50);
  EXPECT_DOUBLE_EQ(all.latency_p99, 99);
}

TEST(Selftest, ProofsMustBeFast) {
  std::vector<Score> scores(20, score_of(kMissing, "deadlock", "missing rank", {1}));
  const auto with = [&](double most, double slowest) {
    for (Score& score : scores) score.latency_ms = most;
    scores.back().latency_ms = slowest;
    return rates(scores).good_enough();
  };
  EXPECT_TRUE(with(200, 1000));
  EXPECT_FALSE(with(201, 201));
  EXPECT_FALSE(with(150, 1001));
  scores.pop_back();
  EXPECT_TRUE(with(201, 1001)) << "too few to tell";
}

TEST(Selftest, ALikelyDeadlockIsNoProof) {
  std::vector<Score> scores(2, score_of(kMissing, "deadlock", "missing rank", {1}));
  for (Score& score : scores) score.latency_ms = 150;
  scores[1].likely = true;
  const Rates all = rates(scores);
  EXPECT_EQ(all.measured, 1U);
  EXPECT_THAT(describe(all), HasSubstr("deadlocks: 1 proved, 1 likely\n"));
  EXPECT_THAT(line(scores[1]), HasSubstr("likely deadlock: missing"));
  EXPECT_EQ(to_json(scores[1]).at("proved"), false);
  EXPECT_EQ(to_json(scores[0]).at("proved"), true);
}

// Returns the score of a cell whose wrong results are expected at `at` and found at `found`.
// `usual` has the results of three usual checks.
Score wrong_score(const std::string& at, const std::string& found, std::vector<bool> usual) {
  Score score = score_of({{"wrong"}, "relation", {{1}}, at}, "wrong", "relation", {1});
  score.cell = "wrong/drift/fp32.ws2.f1";
  score.wrong = {found, {1}, std::move(usual)};
  return score;
}

TEST(Selftest, WrongNumbersMustBeFoundAtTheirPlace) {
  const Score right = wrong_score("forward: loss in step 1", "forward: loss in step 1", {});
  const Score elsewhere = wrong_score("forward: loss in step 1", "forward: loss in step 0", {});
  EXPECT_TRUE(right.right());
  EXPECT_TRUE(elsewhere.class_right());
  EXPECT_FALSE(elsewhere.right());
  EXPECT_TRUE(wrong_score("", "backward: gradient of a in step 0", {}).right());

  std::vector<Score> scores(19, right);
  scores.push_back(elsewhere);
  EXPECT_EQ(rates(scores).wrong, 20U);
  EXPECT_DOUBLE_EQ(rates(scores).place_right, 95);
  EXPECT_TRUE(rates(scores).good_enough());
  scores.front() = elsewhere;
  EXPECT_FALSE(rates(scores).good_enough());
}

TEST(Selftest, ATableSaysWhatOthersWouldHaveSeen) {
  EXPECT_EQ(table_of_usual_checks({score_of(kMissing, "deadlock")}), "");
  const std::string at = "forward: loss in step 1";
  const std::string table = table_of_usual_checks(
      {wrong_score(at, at, {false, false, true}), wrong_score(at, "", {false, true, true})});
  std::istringstream lines(table);
  std::string row;
  while (std::getline(lines, row) && !row.starts_with("drift")) {
  }
  std::istringstream words(row);
  std::string name;
  std::vector<int> counts(5);
  words >> name;
  for (int& count : counts) words >> count;
  EXPECT_EQ(counts, (std::vector<int>{2, 0, 1, 2, 1})) << table;
}

TEST(Selftest, LinesFitAHundredColumns) {
  Score score =
      score_of(kMissing, "compile_blowup", std::string(60, 'c'), {0, 1, 2, 3, 4, 5, 6, 7});
  score.cell += std::string(80, 'x');
  score.sentence = std::string(300, 's');
  std::istringstream lines(heading() + "\n" + line(score) + "\n" + describe(rates({score})));
  for (std::string text; std::getline(lines, text);) EXPECT_LE(text::columns(text), 100) << text;
}

TEST(Selftest, AMissTellsWhatWasExpected) {
  EXPECT_THAT(line(score_of(kMissing, "timeout")), HasSubstr("deadlock: missing rank, ranks 1"));
}

TEST(Selftest, JsonHasAllThatIsScored) {
  const auto json = to_json(score_of(kMissing, "timeout", "", {0, 1}));
  EXPECT_EQ(json.at("class_right"), false);
  EXPECT_EQ(json.at("expected").at("ranks"), std::vector<int>{1});
  EXPECT_TRUE(json.at("latency_ms").is_null());
}

}  // namespace
}  // namespace gridlock::selftest
