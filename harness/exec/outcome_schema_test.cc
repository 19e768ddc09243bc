#include "harness/exec/outcome_schema.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/diagnosis/hang.h"
#include "harness/exec/crash_fields.h"
#include "harness/fields/test_schema.h"
#include "harness/fields/write.h"

namespace gridlock::exec {
namespace {

using Json = nlohmann::ordered_json;

// "" where exec may write this.
std::string wrong_with(const Json& outcome) {
  return fields::testing::mismatch(outcome_schema(), outcome);
}

Json crash() {
  Crash crash{"raised", {1}, "Rank 1 failed first: KeyError: 'x'", "crash:raised:KeyError", 4711};
  crash.error = "KeyError: 'x'";
  Json json = fields::to_json<Json>(crash);
  json["verdict"] = "crash";
  json["exit_code"] = 1;
  return json;
}

TEST(OutcomeSchema, HasFindingsWithTheStacksOfRanks) {
  Json hang = facts::to_json(diagnosis::Hang{});
  hang["exit_code"] = 90;
  hang["stacks"] = {{"0", {"main (train.py:3)"}}};
  EXPECT_EQ(wrong_with(hang), "");
  hang.erase("waiting_for");
  EXPECT_NE(wrong_with(hang), "");
}

TEST(OutcomeSchema, HasCrashesAndWhatCameBefore) {
  EXPECT_EQ(wrong_with(crash()), "");
  Json after_desync = crash();
  after_desync["desync"] = facts::to_json(diagnosis::Hang{});
  EXPECT_EQ(wrong_with(after_desync), "");
  Json other = crash();
  other["verdict"] = "deadlock";
  EXPECT_NE(wrong_with(other), "");
  other = crash();
  other["eror"] = "KeyError: 'x'";
  EXPECT_NE(wrong_with(other), "") << "no field without a description";
}

TEST(OutcomeSchema, HasRunsThatPassOrTimeOut) {
  EXPECT_EQ(wrong_with({{"verdict", "pass"}, {"exit_code", 0}}), "");
  EXPECT_EQ(wrong_with({{"verdict", "timeout"}, {"stacks", Json::object()}, {"exit_code", 92}}),
            "");
  EXPECT_NE(wrong_with({{"verdict", "sleepy"}, {"exit_code", 0}}), "");
}

}  // namespace
}  // namespace gridlock::exec
