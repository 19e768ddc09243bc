#include "harness/facts/outcome.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/fields/path.h"
#include "harness/fields/test_schema.h"

namespace gridlock::facts {
namespace {

using Json = nlohmann::ordered_json;

Outcome hung() {
  FindingRecord finding;
  finding.verdict_class = "missing rank";
  finding.waiting_for = {{0, {1}}};
  return {.verdict = "deadlock",
          .exit_code = 90,
          .finding = finding,
          .stacks = {{0, {"main (train.py:3)"}}}};
}

Outcome crashed() {
  Crash crash{"raised", {1}, "Rank 1 raised KeyError: 'x'", "crash:raised:KeyError", 4711};
  crash.error = "KeyError: 'x'";
  return {.verdict = "crash", .exit_code = 1, .crash = crash};
}

Outcome crashed_after_desync() {
  Outcome outcome = crashed();
  outcome.desync = FindingRecord{};
  return outcome;
}

Outcome timed_out() {
  FindingRecord finding;
  finding.verdict = "timeout";
  return {.verdict = "timeout", .exit_code = 92, .finding = finding};
}

const std::vector<Outcome> kAll{hung(),
                                crashed(),
                                crashed_after_desync(),
                                timed_out(),
                                {.verdict = "ended", .exit_code = 0},
                                {.verdict = "interrupted"}};

// Returns the mismatch with the schema. Returns "" if exec may write this outcome.
std::string wrong_with(const Json& outcome) {
  return fields::testing::mismatch(outcome_schema(), outcome);
}

TEST(Outcome, IsReadAsItWasWritten) {
  for (const Outcome& outcome : kAll) {
    const Json json = to_json(outcome);
    EXPECT_EQ(outcome_from_json(json), outcome) << json;
    EXPECT_EQ(wrong_with(json), "") << json;
  }
}

TEST(Outcome, HasTheFieldsOfItsFindingOrCrash) {
  EXPECT_EQ(to_json(hung()).at("class"), "missing rank");
  EXPECT_EQ(to_json(crashed()).at("process"), 4711);
  EXPECT_EQ(to_json(crashed_after_desync()).at("sentence"), crashed().crash->sentence);
}

TEST(Outcome, OthersFitNoSchema) {
  Json other = to_json(hung());
  other.erase("waiting_for");
  EXPECT_NE(wrong_with(other), "");
  other = to_json(crashed());
  other["verdict"] = "deadlock";
  EXPECT_NE(wrong_with(other), "");
  other = to_json(crashed());
  other["eror"] = "KeyError: 'x'";
  EXPECT_NE(wrong_with(other), "") << "no field without a description";
  EXPECT_NE(wrong_with({{"verdict", "sleepy"}, {"exit_code", 0}}), "");
}

TEST(Outcome, WithoutAVerdictIsRefused) {
  EXPECT_THROW(outcome_from_json(Json::object()), fields::Error);
}

}  // namespace
}  // namespace gridlock::facts
