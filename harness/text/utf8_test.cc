#include "harness/text/utf8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "harness/text/columns.h"

namespace gridlock::text {
namespace {

TEST(Utf8, PrintableIsWhatATerminalShowsOfALine) {
  EXPECT_EQ(printable("  indented\tby a tab"), "  indented by a tab");
  EXPECT_EQ(printable(" 10%\r 20%\r 30%\r"), " 30%");
  EXPECT_EQ(printable("a\x1b[31mb\xff"), "a [31mb\uFFFD");
  EXPECT_EQ(printable("\r"), "");
}

TEST(Utf8, CleanLeavesNoControlCharactersAndOnlyUtf8) {
  EXPECT_EQ(clean("  mesh_cp\n"), "mesh_cp");
  EXPECT_EQ(clean("a\x1b[31mb"), "a [31mb");
  EXPECT_EQ(clean("größe ≈ 3 🙂"), "größe ≈ 3 🙂");
  EXPECT_EQ(clean("\xff\xc3"), "\uFFFD\uFFFD") << "stray bytes";
  EXPECT_EQ(clean("\xc0\xaf"), "\uFFFD") << "overlong";
  EXPECT_EQ(clean("\xed\xa0\x80"), "\uFFFD") << "half of a surrogate pair";
  EXPECT_EQ(clean("a\xc2\x9b"
                  "1mb"),
            "a 1mb")
      << "C1 control";
  EXPECT_EQ(clean(""), "");
  EXPECT_EQ(clean(" \n "), "");
}

TEST(Utf8, OneLineHasSingleBlanksAndIsCutAtACharacter) {
  EXPECT_EQ(one_line(" a\n\n  b\t"), "a b");
  EXPECT_EQ(one_line("≈≈≈≈", 3), "≈≈…");
}

TEST(Utf8, CleanedTextIsUtf8WhateverTheBytes) {
  std::mt19937 random(7);
  for (int round = 0; round < 5000; ++round) {
    std::string bytes(random() % 40, ' ');
    for (char& byte : bytes) byte = static_cast<char>(random());
    const std::string text = clean(bytes);
    ASSERT_EQ(clean(text), text);
    const auto invalid = std::ranges::count(characters(text), U'\uFFFD');
    for (int width = 0; width < 8; ++width) {
      const std::string part = cut_middle(text, width);
      ASSERT_LE(columns(part), width);
      ASSERT_LE(std::ranges::count(characters(part), U'\uFFFD'), invalid) << "cut a character";
    }
  }
}

}  // namespace
}  // namespace gridlock::text
