#include "harness/verdict/verdict.h"

#include <gtest/gtest.h>

#include <set>

namespace gridlock::verdict {
namespace {

TEST(VerdictTable, RowsStandInTheOrderOfTheEnumeration) {
  for (std::size_t i = 0; i < kVerdicts.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kVerdicts[i].verdict), i);
    EXPECT_EQ(&row(kVerdicts[i].verdict), &kVerdicts[i]);
  }
  EXPECT_EQ(static_cast<std::size_t>(Verdict::kInterrupted) + 1, kVerdicts.size());
}

TEST(VerdictTable, NamesAndGlyphsAreUniqueAndReadBack) {
  std::set<std::string_view> names;
  std::set<std::string_view> glyphs;
  for (const VerdictRow& row : kVerdicts) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(glyphs.insert(row.glyph).second) << row.name;
    EXPECT_FALSE(row.meaning.empty());
    EXPECT_EQ(parse(row.name), row.verdict);
  }
  EXPECT_EQ(parse("Pass"), std::nullopt);
  EXPECT_EQ(parse(""), std::nullopt);
}

TEST(VerdictTable, OnlyWhatRanCanFailARun) {
  for (const VerdictRow& row : kVerdicts) EXPECT_TRUE(row.ran_to_verdict || !row.fails_run());
}

}  // namespace
}  // namespace gridlock::verdict
