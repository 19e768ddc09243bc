#include "harness/exec/number.h"

#include <gtest/gtest.h>

namespace gridlock::exec {
namespace {

TEST(Number, IsWholeOrNone) {
  EXPECT_EQ(whole_number("0"), 0);
  EXPECT_EQ(whole_number("31"), 31);
  for (const char* text : {"", "-1", "3x", " 3", "1e3", "3.0", "99999999999"}) {
    EXPECT_EQ(whole_number(text), std::nullopt) << text;
  }
}

TEST(Number, IsNoneAboveWhatThereIs) {
  EXPECT_EQ(whole_number("3", 3), 3);
  EXPECT_EQ(whole_number("4", 3), std::nullopt);
}

}  // namespace
}  // namespace gridlock::exec
