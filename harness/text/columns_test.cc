#include "harness/text/columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::text {
namespace {

using ::testing::ElementsAre;

TEST(Columns, AreCharactersNotBytes) {
  EXPECT_EQ(columns("compiled ≈ eager"), 16);
  EXPECT_EQ(columns("a\xff"), 2) << "no UTF-8";
  EXPECT_EQ(pad("≈", 3), "≈  ");
  EXPECT_EQ(pad_left("≈", 3), "  ≈");
  EXPECT_EQ(pad("long", 2), "long");
}

TEST(Columns, WhatIsTooWideIsCutAtACharacter) {
  EXPECT_EQ(cut("abcdef", 6), "abcdef");
  EXPECT_EQ(cut("abcdef", 4), "abc…");
  EXPECT_EQ(cut("≈≈≈≈", 3), "≈≈…");
  EXPECT_EQ(cut("abc", 0), "");
}

TEST(Columns, PathsAreCutInTheirMiddle) {
  EXPECT_EQ(cut_middle("torch/_functorch/partitioners.py:12", 20), "torch/…tioners.py:12");
  EXPECT_EQ(columns(cut_middle("torch/_functorch/partitioners.py:12", 20)), 20);
  EXPECT_EQ(cut_middle("≈≈≈≈≈≈", 4), "≈…≈≈");
  EXPECT_EQ(cut_middle("abc", 3), "abc");
}

TEST(Wrap, BreaksAtBlanksAndNeverCutsAWord) {
  EXPECT_THAT(wrap("a bb ccc dddddddd e", "  ", 8),
              ElementsAre("  a bb", "  ccc", "  dddddddd", "  e"));
  EXPECT_THAT(wrap("ab cd", "", 5), ElementsAre("ab cd"));
  EXPECT_THAT(wrap("ab cd", "", 4), ElementsAre("ab", "cd"));
  EXPECT_THAT(wrap("", "  ", 8), ElementsAre());
  EXPECT_THAT(wrap("  two  blanks ", "", 20), ElementsAre("two blanks"));
}

TEST(Wrap, CutsLongWordsOnRequest) {
  EXPECT_THAT(wrap("a bb ccc dddddddd e", "  ", 8, LongWord::kCut),
              ElementsAre("  a bb", "  ccc", "  d…dddd", "  e"));
}

TEST(Wrap, ACommandThatIsTooWideCanStillBeCopied) {
  const std::string command = "./gridlock run matrix/default.toml --select 'id=dense/fp32'";
  EXPECT_THAT(wrap_command(command, "  "), ElementsAre("  " + command));
  EXPECT_THAT(
      wrap_command(command, "  ", 50),
      ElementsAre("  ./gridlock run matrix/default.toml \\", "    --select 'id=dense/fp32'"));
}

}  // namespace
}  // namespace gridlock::text
