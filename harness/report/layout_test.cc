#include "harness/report/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::report {
namespace {

using ::testing::ElementsAre;

TEST(Layout, ColumnsAreCharactersNotBytes) {
  EXPECT_EQ(columns("compiled ≈ eager"), 16);
  EXPECT_EQ(pad("≈", 3), "≈  ");
  EXPECT_EQ(pad_left("≈", 3), "  ≈");
  EXPECT_EQ(pad("long", 2), "long");
}

TEST(Layout, WhatIsTooWideIsCutAtACharacter) {
  EXPECT_EQ(fit("abcdef", 6), "abcdef");
  EXPECT_EQ(fit("abcdef", 4), "abc…");
  EXPECT_EQ(fit("≈≈≈≈", 3), "≈≈…");
  EXPECT_EQ(fit("abc", 0), "");
}

TEST(Layout, WrapBreaksAtBlanksAndNeverCutsAWord) {
  EXPECT_THAT(wrap("a bb ccc dddddddd e", "  ", 8),
              ElementsAre("  a bb", "  ccc", "  dddddddd", "  e"));
  EXPECT_THAT(wrap("", "  ", 8), ElementsAre());
  EXPECT_THAT(wrap("  two  blanks ", "", 20), ElementsAre("two blanks"));
}

TEST(Layout, ACommandThatIsTooWideStaysOneThatCanBeCopied) {
  const std::string command = "./gridlock run matrix/default.toml --select 'id=dense/fp32'";
  EXPECT_THAT(wrap_command(command, "  ", 100), ElementsAre("  " + command));
  EXPECT_THAT(
      wrap_command(command, "  ", 50),
      ElementsAre("  ./gridlock run matrix/default.toml \\", "    --select 'id=dense/fp32'"));
}

TEST(Line, IsCutBeforeItIsColoured) {
  const Line line = Line().add("ab", Style::kGood).add("cdef", Style::kBad).add("gh");
  EXPECT_EQ(line.render(100, false), "abcdefgh");
  EXPECT_EQ(line.render(5, false), "abcd…");
  EXPECT_EQ(line.render(5, true), "\x1b[32mab\x1b[0m\x1b[31mcd…\x1b[0m");
}

}  // namespace
}  // namespace gridlock::report
