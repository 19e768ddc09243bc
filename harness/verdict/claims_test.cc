#include "harness/verdict/claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "harness/verdict/metrics.h"
#include "harness/verdict/record_builder.h"

namespace gridlock::verdict {
namespace {

using matrix::Law;
using ::testing::HasSubstr;
using testing::RecordBuilder;

const Law kLinear{Law::Kind::kGrowth, 1, "linear"};
const Law kFlat{Law::Kind::kGrowth, 0, "flat"};
const Law kRises{Law::Kind::kRises, 0, "rises"};
const Law kFalls{Law::Kind::kFalls, 0, "falls"};
const Law kEqual{Law::Kind::kEqual, 0, "equal"};

CellRecord cell(std::int64_t cp, double seconds, const std::string& precision = "fp32") {
  CellRecord record = RecordBuilder("dense/" + precision + ".cp" + std::to_string(cp))
                          .axis("precision", precision)
                          .axis("world_size", cp)
                          .axis("cp", cp);
  for (RankReport& report : record.reports) report.seconds["compile"] = seconds;
  return record;
}

using Law1 = std::function<double(double)>;

std::vector<CellRecord> cells(const Law1& law, const std::string& precision = "fp32") {
  std::vector<CellRecord> records;
  for (const std::int64_t cp : {16, 2, 8, 4})
    records.push_back(cell(cp, law(static_cast<double>(cp)), precision));
  return records;
}

ClaimFinding finding(const Law& law, const std::vector<CellRecord>& records, double factor = 0,
                     const std::string& over = "cp") {
  matrix::PlannedClaim planned;
  planned.claim.name = "c";
  planned.claim.metric = "compile_seconds";
  planned.claim.over = over;
  planned.claim.along = {"world_size"};
  planned.claim.order = {"fp32", "fp16", "bf16"};
  planned.claim.law = law;
  planned.claim.factor = factor;
  for (const CellRecord& record : records) planned.cells.push_back(record.cell);
  return judge_claims({planned}, records).at(0);
}

TEST(Claims, ALinearTimeIsLinearAndNotFlat) {
  const auto records = cells([](double cp) { return 3 * cp; });
  const ClaimFinding held = finding(kLinear, records);
  EXPECT_EQ(held.answer, ClaimAnswer::kHeld) << held.sentence;
  EXPECT_EQ(held.groups, 1U);
  ASSERT_EQ(held.points.size(), 4U);
  EXPECT_EQ(held.points[0].at, "2");
  EXPECT_EQ(held.points[3].value, 48);
  EXPECT_EQ(held.cell, "dense/fp32.cp16");
  const ClaimFinding broken = finding(kFlat, records);
  EXPECT_EQ(broken.answer, ClaimAnswer::kBroken);
  EXPECT_TRUE(broken.is_unexpected());
  EXPECT_THAT(broken.sentence, HasSubstr("compile_seconds grows as cp^1.00"));
  EXPECT_THAT(broken.sentence, HasSubstr("at cp 32 it would be 1 min 36 s"));
}

TEST(Claims, TimesMayBeTwiceWhatTheLawAllowsAndNoMore) {
  const auto noisy = [](double last) {
    return [last](double cp) { return cp == 16 ? last : 3 * cp; };
  };
  EXPECT_EQ(finding(kLinear, cells(noisy(90))).answer, ClaimAnswer::kHeld);
  EXPECT_EQ(finding(kLinear, cells(noisy(100))).answer, ClaimAnswer::kBroken);
  EXPECT_EQ(finding(kLinear, cells(noisy(100)), 3).answer, ClaimAnswer::kHeld);
}

TEST(Claims, WhatDoublesWithEachUnitIsSaidSo) {
  const ClaimFinding broken = finding(kLinear, cells([](double cp) { return std::exp2(cp); }));
  EXPECT_EQ(broken.answer, ClaimAnswer::kBroken);
  EXPECT_THAT(broken.sentence, HasSubstr("is multiplied by 2 with each unit of cp"));
}

TEST(Claims, EveryGroupMustBearThemOut) {
  auto records = cells([](double cp) { return cp; });
  for (CellRecord& record : cells([](double cp) { return cp * cp; }, "bf16"))
    records.push_back(std::move(record));
  const ClaimFinding broken = finding(kLinear, records);
  EXPECT_EQ(broken.groups, 2U);
  EXPECT_EQ(broken.answer, ClaimAnswer::kBroken);
  EXPECT_EQ(broken.cell, "dense/bf16.cp16") << "the furthest";
}

TEST(Claims, OfTooFewCellsAreNotJudged) {
  auto records = cells([](double cp) { return cp; });
  records[1].verdict = Verdict::kCrash;
  const ClaimFinding unknown = finding(kLinear, records);
  EXPECT_EQ(unknown.answer, ClaimAnswer::kNotJudged);
  EXPECT_FALSE(unknown.is_unexpected());
  EXPECT_THAT(unknown.sentence, HasSubstr("at least 4 cells"));
  EXPECT_EQ(finding(kRises, records).answer, ClaimAnswer::kHeld) << "three are enough for that";
}

TEST(Claims, RisesFallsAndEqual) {
  const auto rising = cells([](double cp) { return cp; });
  EXPECT_EQ(finding(kRises, rising, 1).answer, ClaimAnswer::kHeld);
  EXPECT_EQ(finding(kFalls, rising, 1).answer, ClaimAnswer::kBroken);
  EXPECT_EQ(finding(kFalls, rising, 2).answer, ClaimAnswer::kHeld) << "each step is a factor of 2";
  EXPECT_EQ(finding(kEqual, rising, 7).answer, ClaimAnswer::kBroken);
  EXPECT_EQ(finding(kEqual, rising, 8).answer, ClaimAnswer::kHeld);
  EXPECT_THAT(finding(kEqual, rising, 7).sentence,
              HasSubstr("compile_seconds is 2.00 s at cp 2 and 16.0 s at 16"));
  EXPECT_EQ(finding(kEqual, cells([](double) { return 0; })).answer, ClaimAnswer::kHeld);
}

TEST(Claims, SeveralTrainingsOfACellCountOnce) {
  auto records = cells([](double cp) { return cp; });
  for (const double noise : {0.9, 1.1}) {
    records.push_back(cell(8, 8 * noise));
    records.back().repetition = 1;
  }
  const ClaimFinding held = finding(kRises, records, 1);
  EXPECT_EQ(held.answer, ClaimAnswer::kHeld) << held.sentence;
  EXPECT_EQ(held.points.size(), 4U);
  EXPECT_EQ(held.points[2].value, 8);
}

TEST(Claims, OfNothingAreEqualAndDoNotTurnBack) {
  const auto none = cells([](double) { return 0; });
  for (const Law& law : {kRises, kFalls, kEqual, kFlat})
    EXPECT_EQ(finding(law, none, 1).answer, ClaimAnswer::kHeld) << law.word;
  const auto some = cells([](double cp) { return cp > 4 ? 1 : 0; });
  EXPECT_EQ(finding(kRises, some, 1).answer, ClaimAnswer::kHeld);
  EXPECT_EQ(finding(kFalls, some, 1).answer, ClaimAnswer::kBroken);
  EXPECT_EQ(finding(kEqual, some, 1).answer, ClaimAnswer::kBroken);
  EXPECT_EQ(finding(kLinear, some, 1).answer, ClaimAnswer::kNotJudged);
}

TEST(Claims, WhatIsCountedIsJudgedByEachPairOfSizes) {
  const auto counted = [](std::vector<int> graphs) {
    std::vector<CellRecord> records;
    std::int64_t cp = 1;
    for (const int count : graphs) {
      records.push_back(cell(cp *= 2, 1));
      for (RankReport& report : records.back().reports) report.compile->graphs = count;
    }
    matrix::PlannedClaim planned;
    planned.claim = {"c", "graphs", "cp", {"world_size"}, {}, kFlat, 0, {}, ""};
    for (const CellRecord& record : records) planned.cells.push_back(record.cell);
    return judge_claims({planned}, records).at(0).answer;
  };
  EXPECT_EQ(counted({1, 1, 1, 1, 1}), ClaimAnswer::kHeld);
  EXPECT_EQ(counted({1, 3, 3, 3, 3}), ClaimAnswer::kBroken);
  EXPECT_EQ(counted({0, 0, 0, 5}), ClaimAnswer::kBroken);
  EXPECT_EQ(counted({5, 0, 0, 0}), ClaimAnswer::kHeld) << "less is no growth";
  EXPECT_EQ(counted({0, 5}), ClaimAnswer::kNotJudged);
}

TEST(Claims, ATrainingInAnotherTierDoesNotCount) {
  auto records = cells([](double cp) { return cp; });
  records.push_back(cell(8, 100));
  records.back().tier = "cold";
  EXPECT_EQ(finding(kRises, records, 1).points[2].value, 8);
}

TEST(Claims, WordsHaveTheOrderOfTheFile) {
  const auto records = [](double fp16, double bf16) {
    return std::vector<CellRecord>{cell(4, bf16, "bf16"), cell(4, 1, "fp32"),
                                   cell(4, fp16, "fp16")};
  };
  EXPECT_EQ(finding(kRises, records(2, 3), 1, "precision").answer, ClaimAnswer::kHeld);
  EXPECT_EQ(finding(kRises, records(3, 2), 1, "precision").answer, ClaimAnswer::kBroken);
}

TEST(Claims, KnownToBeBrokenFailNoRun) {
  matrix::PlannedClaim planned;
  planned.claim = {"c", "compile_seconds", "cp", {"world_size"}, {}, kFlat, 0, {}, "https://i"};
  const auto records = cells([](double cp) { return cp; });
  for (const CellRecord& record : records) planned.cells.push_back(record.cell);
  const ClaimFinding broken = judge_claims({planned}, records).at(0);
  EXPECT_EQ(broken.answer, ClaimAnswer::kBroken);
  EXPECT_FALSE(broken.is_unexpected());
  const Json json = to_json(broken);
  EXPECT_EQ(json.at("answer"), "broken");
  EXPECT_EQ(json.at("points").size(), 4U);
  planned.cells.clear();
  EXPECT_EQ(judge_claims({planned}, records).at(0).answer, ClaimAnswer::kNotJudged);
}

// Returns a plan of cells with cp 2, 4, 8 and 16 and with one claim for each law. `skip` is the
// cell to skip, if any.
matrix::Plan plan_of_four(const std::string& skip) {
  matrix::Plan plan;
  for (const Law& law : {kLinear, kEqual}) {
    matrix::PlannedClaim& planned = plan.claims.emplace_back();
    planned.claim = {"c", "compile_seconds", "cp", {"world_size"}, {}, law, 0, {}, ""};
    for (const CellRecord& record : cells([](double) { return 1; }))
      planned.cells.push_back(record.cell);
  }
  for (const CellRecord& record : cells([](double) { return 1; })) {
    plan.cells.push_back(testing::planned(record));
    if (record.cell == skip) plan.cells.back().skip = "no GPU";
  }
  return plan;
}

TEST(Claims, ItIsKnownBeforeWhetherAnyCellsDecideThem) {
  EXPECT_EQ(groups_that_decide(plan_of_four("")), (std::vector<std::size_t>{1, 1}));
  EXPECT_EQ(groups_that_decide(plan_of_four("dense/fp32.cp8")), (std::vector<std::size_t>{0, 1}));
  matrix::Plan empty = plan_of_four("");
  empty.cells.clear();
  EXPECT_EQ(groups_that_decide(empty), (std::vector<std::size_t>{0, 0}));
}

TEST(Metrics, AreThoseThatAMatrixMayName) {
  CellRecord record = cell(4, 8);
  record.costs = Costs{"dense/uncompiled", 0.02, 0.03, 100, 100};
  for (RankReport& report : record.reports) report.step_seconds = {0.9, 0.1, 0.3};
  record.reports.front().compile_peak_memory_mib = 700;
  record.reports.back().compile_cpu_seconds = 6;
  record.frames = {{{}, {0, 1}, {8, 2}}};
  for (const std::string& name : matrix::metric_names()) {
    const Metric* metric = find_metric(name);
    ASSERT_NE(metric, nullptr) << name;
    EXPECT_TRUE(metric->of(record)) << name;
    EXPECT_FALSE(metric->of(CellRecord{})) << name;
  }
  EXPECT_EQ(find_metric("compile_seconds")->of(record), 8);
  EXPECT_EQ(find_metric("compile_skew_seconds")->of(record), 6);
  EXPECT_EQ(find_metric("peak_memory_mib")->of(record), 480);
  EXPECT_EQ(find_metric("loss")->of(record), 4.125);
  EXPECT_NEAR(*find_metric("step_seconds")->of(record), 0.5 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(*find_metric("speedup")->of(record), 1.5);
  EXPECT_DOUBLE_EQ(*find_metric("steady_step_seconds")->of(record), 0.2);
  EXPECT_EQ(find_metric("compile_memory_mib")->of(record), 700);
  EXPECT_EQ(find_metric("compile_cpu_seconds")->of(record), 6);
  EXPECT_EQ(find_metric("x"), nullptr);
}

}  // namespace
}  // namespace gridlock::verdict
