#include "harness/verdict/record_fields.h"

#include "harness/fields/test_round_trip.h"

namespace gridlock::verdict {
namespace {

TEST(RecordFields, AreReadAsTheyWereWrittenAndRefusedByName) {
  fields::testing::expect_round_trips<Json, facts::FindingRecord, RankReport, Summary, Comparison,
                                      CellRecord, Proof>();
}

TEST(RecordSchema, SaysWhatEachFieldOfARecordIs) {
  const Json properties = record_schema().at("properties");
  for (const auto& [name, property] : properties.items()) {
    EXPECT_TRUE(property.contains("description")) << name;
  }
  EXPECT_EQ(properties["seconds"]["description"], "wall-clock time of the whole cell");
  EXPECT_EQ(properties["verdict"]["enum"], Json(names()));
}

}  // namespace
}  // namespace gridlock::verdict
