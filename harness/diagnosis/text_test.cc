#include "harness/diagnosis/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace gridlock::diagnosis {
namespace {

using ::testing::ElementsAre;

TEST(Text, CleanLeavesNothingThatATerminalObeysOrJsonRefuses) {
  EXPECT_EQ(clean("  mesh_cp\n"), "mesh_cp");
  EXPECT_EQ(clean("a\x1b[31mb"), "a [31mb");
  EXPECT_EQ(clean("größe ≈ 3 🙂"), "größe ≈ 3 🙂");
  EXPECT_EQ(clean("\xff\xc3"), "??") << "stray bytes";
  EXPECT_EQ(clean("\xc0\xaf"), "??") << "overlong";
  EXPECT_EQ(clean("\xed\xa0\x80"), "???") << "half of a surrogate pair";
  EXPECT_EQ(clean("a\xc2\x9b"
                  "1mb"),
            "a 1mb")
      << "C1 control";
  EXPECT_EQ(clean(""), "");
}

TEST(Text, ColumnsAreCharacters) {
  EXPECT_EQ(columns("a≠b"), 3);
  EXPECT_EQ(pad("≠", 3), "≠  ");
  EXPECT_EQ(cut("≈≈≈≈", 3), "≈≈…");
  EXPECT_EQ(cut("abc", 0), "");
}

TEST(Text, PathsAreCutInTheirMiddle) {
  EXPECT_EQ(cut_middle("torch/_functorch/partitioners.py:12", 20), "torch/…tioners.py:12");
  EXPECT_EQ(columns(cut_middle("torch/_functorch/partitioners.py:12", 20)), 20);
  EXPECT_EQ(cut_middle("≈≈≈≈≈≈", 4), "≈…≈≈");
  EXPECT_EQ(cut_middle("abc", 3), "abc");
}

TEST(Text, WrapNeverExceedsTheWidth) {
  EXPECT_THAT(wrap("a bb ccc dddddddd e", "  ", 8),
              ElementsAre("  a bb", "  ccc", "  d…dddd", "  e"));
  EXPECT_THAT(wrap("", "  ", 8), ElementsAre());
}

TEST(Text, RanksThatFollowEachOtherAreARange) {
  EXPECT_EQ(rank_list({2}), "rank 2");
  EXPECT_EQ(rank_list({0, 1, 2, 3, 7}), "ranks 0-3, 7");
  EXPECT_EQ(ranges({1, 5}), "1,5");
  std::vector<int> even;
  for (int rank = 0; rank < 1024; rank += 2) even.push_back(rank);
  EXPECT_EQ(ranges(even), "0,2,4,6,8,10,12,14,… (512)");
}

TEST(Text, DurationsHaveTwoDigits) {
  EXPECT_EQ(duration(0.42), "0.4 s");
  EXPECT_EQ(duration(12.4), "12 s");
  EXPECT_EQ(duration(190), "3 min");
  EXPECT_EQ(duration(9.2 * 3600), "9 h");
  EXPECT_EQ(duration(60 * 86400), "60 days");
  EXPECT_EQ(duration(std::numeric_limits<double>::infinity()), "years");
}

TEST(Text, Enumerations) {
  EXPECT_EQ(enumeration({}), "");
  EXPECT_EQ(enumeration({"a"}), "a");
  EXPECT_EQ(enumeration({"a", "b", "c"}), "a, b and c");
}

TEST(Text, CleanedTextIsUtf8WhateverTheBytes) {
  std::mt19937 random(7);
  for (int round = 0; round < 5000; ++round) {
    std::string bytes(random() % 40, ' ');
    for (char& byte : bytes) byte = static_cast<char>(random());
    const std::string text = clean(bytes);
    ASSERT_EQ(clean(text), text);
    for (int width = 0; width < 8; ++width) {
      const std::string part = cut_middle(text, width);
      ASSERT_LE(columns(part), width);
      ASSERT_LE(std::ranges::count(clean(part), '?'), std::ranges::count(text, '?'))
          << "cut a character";
    }
  }
}

}  // namespace
}  // namespace gridlock::diagnosis
