#include "harness/verdict/record_fields.h"

#include "harness/fields/test_round_trip.h"

namespace gridlock::verdict {
namespace {

TEST(RecordFields, AreReadAsTheyWereWrittenAndRefusedByName) {
  fields::testing::expect_round_trips<Json, diagnosis::Hang, RankReport, Summary, Comparison,
                                      CellRecord>();
}

}  // namespace
}  // namespace gridlock::verdict
