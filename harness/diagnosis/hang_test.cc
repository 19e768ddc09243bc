#include "harness/diagnosis/hang.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/diagnosis/fake_evidence.h"

namespace gridlock::diagnosis {
namespace {

TEST(Hang, HasTheSameFieldsAfterJson) {
  const Hang hang = hang_of(testing::missing_rank(), 135.5);
  EXPECT_EQ(hang.verdict, "deadlock");
  EXPECT_EQ(hang.hang_class, "missing rank");
  EXPECT_TRUE(hang.proved);
  EXPECT_EQ(hang.latency_ms, 135.5);
  EXPECT_FALSE(hang.waiting_for.empty());
  const auto json = to_json(hang);
  EXPECT_EQ(to_json(facts::hang_from_json(json)), json);
}

TEST(Hang, WithoutAProofHasNoLatency) {
  Evidence evidence = testing::missing_rank();
  evidence.finding.proved = false;
  EXPECT_TRUE(to_json(hang_of(evidence, 135.5))["latency_ms"].is_null());
}

TEST(Hang, ARankThatOthersWaitForWhileItCompilesIsCompileSkew) {
  Evidence evidence = testing::missing_rank();
  evidence.finding.kind = facts::Kind::kStall;
  evidence.finding.cls = facts::Class::kCompileSkew;
  EXPECT_EQ(hang_of(evidence, -1).verdict, "compile_skew");
  evidence.finding.cls = facts::Class::kSlowCompile;
  EXPECT_EQ(hang_of(evidence, -1).verdict, "stall");
}

}  // namespace
}  // namespace gridlock::diagnosis
