#include "harness/diagnosis/finding_record.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/diagnosis/fake_evidence.h"

namespace gridlock::diagnosis {
namespace {

TEST(FindingRecord, HasTheSameFieldsAfterJson) {
  const facts::FindingRecord record = finding_record_of(testing::missing_rank(), 135.5);
  EXPECT_EQ(record.verdict, "deadlock");
  EXPECT_EQ(record.verdict_class, "missing rank");
  EXPECT_TRUE(record.proved);
  EXPECT_EQ(record.latency_ms, 135.5);
  EXPECT_FALSE(record.waiting_for.empty());
  const auto json = to_json(record);
  EXPECT_EQ(to_json(facts::finding_record_from_json(json)), json);
}

TEST(FindingRecord, WithoutAProofHasNoLatency) {
  Evidence evidence = testing::missing_rank();
  evidence.finding.proved = false;
  EXPECT_TRUE(to_json(finding_record_of(evidence, 135.5))["latency_ms"].is_null());
}

TEST(FindingRecord, ARankThatOthersWaitForWhileItCompilesIsCompileSkew) {
  Evidence evidence = testing::missing_rank();
  evidence.finding.kind = facts::Kind::kStall;
  evidence.finding.cls = facts::Class::kCompileSkew;
  EXPECT_EQ(finding_record_of(evidence, -1).verdict, "compile_skew");
  evidence.finding.cls = facts::Class::kSlowCompile;
  EXPECT_EQ(finding_record_of(evidence, -1).verdict, "stall");
}

}  // namespace
}  // namespace gridlock::diagnosis
