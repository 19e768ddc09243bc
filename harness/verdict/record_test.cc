#include "harness/verdict/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/fields/test_schema.h"
#include "harness/verdict/record_builder.h"

namespace gridlock::verdict {
namespace {

using ::testing::HasSubstr;
using testing::RecordBuilder;

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// Returns a finding in which every field differs from its default, so that a forgotten field is
// detected.
facts::FindingRecord finding(const char* verdict, const char* verdict_class) {
  facts::FindingRecord finding;
  finding.verdict = verdict;
  finding.verdict_class = verdict_class;
  finding.ranks = {1};
  finding.waiting_for = {{0, {1}}, {2, {1, 3}}};
  finding.sentence = "Rank 1 never called …";
  finding.rule = "had it …";
  finding.signature = "all_reduce";
  finding.proved = false;
  finding.doubt = "a child";
  return finding;
}

CellRecord full_record() {
  CellRecord record;
  record.cell = "dense/fp32.cp4-ring.before-block";
  record.case_name = "dense";
  record.axes = {
      {"precision", "fp32"}, {"cp", std::int64_t{4}}, {"dynamic", true}, {"dropout", 0.1}};
  record.role = "reference";
  record.tier = "cold";
  record.repetition = 2;
  record.verdict = Verdict::kWrong;
  record.verdict_class = "relation";
  record.unexpected = true;
  record.ranks = {1, 3};
  record.sentence = "compiled ≈ uncompiled does not hold";
  record.signature = "wrong:relation";
  record.seconds = 12.25;
  record.steps = 3;
  record.evidence = "evidence/1";
  record.rerun = "./gridlock run";
  record.timed_out = true;
  record.deadline_seconds = 120;
  record.finding = finding("deadlock", "missing rank");
  record.finding->latency_ms = 12.5;
  record.early_exit = {{1}, "Rank 1 finished", "crash:exited early"};
  record.desync = finding("desync", "mismatched operation");
  record.note = "all_reduce #3: rank 1 made it at an unknown line";
  record.interrupted = true;
  record.lost = "the agent is gone";
  record.comparisons = {{"cp N ≈ cp 1", "dense/cp1", "loss", 2, 1e-300, 0.1, 1e-9, 8, "dense/r"}};
  record.unjudged = true;
  record.activations_unseen = true;
  RankReport report;
  report.rank = 1;
  report.phase = "step 2";
  report.losses = {4.634000301361084, 0.1, -0.0, kInf, -kInf};
  report.grad_norms = {1e-300, 5.0};
  const golden::ShardDigests held{{{"0-1", {0xffffffffffffffff, 8}}}, {{"0-1", 8}}};
  report.states = {{held, held, held}};
  report.seconds = {{"build", 0.1}, {"start", 0.30000000000000004}};
  report.compile = protocol::CompileCounters{1, 2, 3, 4, 5};
  report.peak_memory_mib = 481.5;
  report.environment = {{"torch", "2.11.0"}};
  report.rounded = {{{4.5}, {1.5}, "ValueError: x"}};
  report.error = "ValueError: bad\tshape";
  report.traceback = "Traceback\n  File \"case.py\"\n";
  report.exit_code = 1;
  report.signal = 9;
  report.stopped = true;
  report.finished = true;
  record.reports = {report, RankReport{}};
  return record;
}

TEST(RecordJson, EveryFieldComesBack) {
  const CellRecord before = full_record();
  const CellRecord after = record_from_line(to_line(before));
  // Every field is part of the text. Equal texts therefore show that all fields were read.
  EXPECT_EQ(to_line(after), to_line(before));
  EXPECT_EQ(after.axes, before.axes);
  EXPECT_EQ(after.ranks, before.ranks);
  EXPECT_EQ(after.verdict, Verdict::kWrong);
  EXPECT_EQ(after.reports.size(), 2u);
  EXPECT_EQ(after.reports[0].losses, before.reports[0].losses);
  EXPECT_TRUE(std::signbit(after.reports[0].losses[2]));
  EXPECT_EQ(after.reports[0].states[0].parameters, before.reports[0].states[0].parameters);
  EXPECT_EQ(after.reports[0].seconds, before.reports[0].seconds);
  EXPECT_EQ(after.reports[0].exit_code, 1);
  EXPECT_EQ(after.reports[1].exit_code, std::nullopt);
  EXPECT_FALSE(after.reports[1].compile);
}

// If a field were written but not read, the second line would contain its default.
TEST(RecordJson, NoFieldOfTheFullRecordIsADefault) {
  const Json full = to_json(full_record());
  const Json empty = to_json(CellRecord{});
  for (const auto& [key, value] : empty.items()) {
    if (key == "version") continue;
    EXPECT_NE(full.at(key), value) << key;
  }
  const Json& report = full.at("reports").at(0);
  for (const auto& [key, value] : full.at("reports").at(1).items()) {
    EXPECT_NE(report.at(key), value) << key;
  }
}

TEST(RecordJson, IsAsItsSchemaSays) {
  const Json schema = record_schema();
  CellRecord deadlock = full_record();
  deadlock.verdict = Verdict::kDeadlock;
  const CellRecord not_finite = RecordBuilder().losses({kNotANumber, kInf, -kInf});
  for (const CellRecord& record : {CellRecord{}, full_record(), deadlock, not_finite}) {
    EXPECT_EQ(fields::testing::mismatch(schema, to_json(record)), "");
  }
  Json other = to_json(full_record());
  other["reports"][0]["rank"] = "1";
  EXPECT_EQ(fields::testing::mismatch(schema, other), "/reports/0/rank is no integer: \"1\"");
  other = to_json(full_record());
  other["sentense"] = "";
  EXPECT_EQ(fields::testing::mismatch(schema, other), "/sentense is not in the schema");
  other = to_json(full_record());
  other.erase("cell");
  EXPECT_EQ(fields::testing::mismatch(schema, other), " lacks \"cell\"");
}

TEST(RecordJson, AxesKeepTheirOrderAndTypes) {
  const std::string line = to_line(full_record());
  EXPECT_THAT(line,
              HasSubstr(R"("axes":{"precision":"fp32","cp":4,"dynamic":true,"dropout":0.1})"));
}

TEST(RecordJson, WhatIsNotFiniteIsAWord) {
  CellRecord record = RecordBuilder().losses({kNotANumber, kInf, -kInf});
  const std::string line = to_line(record);
  EXPECT_THAT(line, HasSubstr(R"("losses":["nan","inf","-inf"])"));
  EXPECT_TRUE(std::isnan(record_from_line(line).reports[0].losses[0]));
}

TEST(RecordJson, TheCellAsAWholeIsThereForReaders) {
  CellRecord record = RecordBuilder().ranks(2);
  record.reports[1].seconds["steps"] = 7.5;
  record.reports[1].peak_memory_mib = 600;
  record.reports[1].compile->recompiles = 4;
  const Json json = to_json(record);
  EXPECT_EQ(json["phases"]["steps"], 7.5);
  EXPECT_EQ(json["peak_memory_mib"], 600);
  EXPECT_EQ(json["compile"]["recompiles"], 4);
  EXPECT_EQ(json["losses"], Json({4.5, 4.25, 4.125}));
}

TEST(RecordJson, OneLineWhateverARankPrints) {
  CellRecord record = RecordBuilder().raised(0, "Error: \xff\xfe broken\nutf-8 \x01");
  const std::string line = to_line(record);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_THAT(record_from_line(line).reports[0].error, HasSubstr("�"));
}

std::string complaint(const std::string& line) {
  try {
    record_from_line(line);
  } catch (const RecordError& error) {
    return error.what();
  }
  return "";
}

TEST(RecordJson, GarbageIsRefusedWithTheReason) {
  Json json = to_json(RecordBuilder());
  EXPECT_EQ(complaint("{\"version\":2,\"cell\":\"de"), "not a record of a cell: not valid JSON");
  EXPECT_EQ(complaint(""), "not a record of a cell: not valid JSON");
  EXPECT_EQ(complaint("[1]"), "not a record of a cell: expected a JSON object");
  EXPECT_EQ(complaint("{}"), "missing field 'version'");
  Json other = json;
  other["version"] = 99;
  EXPECT_EQ(complaint(other.dump()),
            "the record has version 99, but this gridlock reads version 2");
  other = json;
  other["verdict"] = "fine";
  EXPECT_EQ(complaint(other.dump()), "field 'verdict' makes no sense: unknown verdict 'fine'");
  other = json;
  other["repetition"] = 1.5;
  EXPECT_EQ(complaint(other.dump()), "field 'repetition' should be a whole number");
  other = json;
  other.erase("cell");
  EXPECT_EQ(complaint(other.dump()), "missing field 'cell'");
  other = json;
  other["reports"][0]["losses"] = {"many"};
  EXPECT_EQ(complaint(other.dump()), "in reports[0]: field 'losses[0]' should be a number");
  for (const char* field : {"axes", "reports", "class", "ranks", "seconds", "timed_out"}) {
    other = json;
    other[field] = Json::object({{"x", Json::array()}});
    EXPECT_THAT(complaint(other.dump()), HasSubstr(field));
  }
}

TEST(Numbers, AreThereOnlyWhenEveryRankAgrees) {
  EXPECT_TRUE(numbers(RecordBuilder()));
  EXPECT_EQ(numbers(RecordBuilder())->losses, (std::vector<double>{4.5, 4.25, 4.125}));
  EXPECT_FALSE(numbers(CellRecord{}));
  EXPECT_FALSE(numbers(RecordBuilder().losses({})));
  EXPECT_FALSE(numbers(RecordBuilder().losses({1, kNotANumber, 2})));
  EXPECT_FALSE(numbers(RecordBuilder().raised(1, "ValueError: x")));
  CellRecord split = RecordBuilder();
  split.reports[1].losses[1] += 1e-9;
  EXPECT_FALSE(numbers(split));
}

TEST(MakeRecord, TakesCellAndRoleFromThePlan) {
  matrix::PlannedCell planned = testing::planned(full_record());
  planned.role = matrix::CellRole::kReference;
  const CellRecord record = make_record(planned);
  EXPECT_EQ(record.cell, planned.cell.id);
  EXPECT_EQ(record.axes, planned.cell.values);
  EXPECT_EQ(record.role, "reference");
  const CellRecord infeasible = make_record(matrix::InfeasibleCell{planned.cell, "cp > world"});
  EXPECT_EQ(infeasible.verdict, Verdict::kInfeasible);
  EXPECT_EQ(infeasible.sentence, "cp > world");
}

}  // namespace
}  // namespace gridlock::verdict
