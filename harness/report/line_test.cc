#include "harness/report/line.h"

#include <gtest/gtest.h>

namespace gridlock::report {
namespace {

TEST(Line, IsCutBeforeItIsColored) {
  const Line line = Line().add("ab", Style::kGood).add("cdef", Style::kBad).add("gh");
  EXPECT_EQ(line.render(100, false), "abcdefgh");
  EXPECT_EQ(line.render(5, false), "abcd…");
  EXPECT_EQ(line.render(5, true), "\x1b[32mab\x1b[0m\x1b[31mcd…\x1b[0m");
}

}  // namespace
}  // namespace gridlock::report
