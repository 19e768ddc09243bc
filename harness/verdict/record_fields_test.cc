#include "harness/verdict/record_fields.h"

#include "harness/fields/testing/round_trip.h"

namespace gridlock::verdict {
namespace {

TEST(RecordFields, AreReadAsTheyWereWrittenAndRefusedByName) {
  fields::testing::expect_round_trip<diagnosis::Hang, Json>();
  fields::testing::expect_round_trip<RankReport, Json>();
  fields::testing::expect_round_trip<Summary, Json>();
  fields::testing::expect_round_trip<CellRecord, Json>();
}

}  // namespace
}  // namespace gridlock::verdict
