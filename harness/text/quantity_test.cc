#include "harness/text/quantity.h"

#include <gtest/gtest.h>

namespace gridlock::text {
namespace {

TEST(Quantity, MeasuredDurationsHaveThreeDigits) {
  EXPECT_EQ(duration(0), "0.00 s");
  EXPECT_EQ(duration(9.994), "9.99 s");
  EXPECT_EQ(duration(9.996), "10.0 s");
  EXPECT_EQ(duration(59.94), "59.9 s");
  EXPECT_EQ(duration(59.96), "1 min 00 s");
  EXPECT_EQ(duration(185), "3 min 05 s");
  EXPECT_EQ(duration(3599.9), "1 h 00 min");
  EXPECT_EQ(duration(7800), "2 h 10 min");
}

TEST(Quantity, FineDurationsAreInMillisecondsBelowASecond) {
  EXPECT_EQ(fine_duration(0.00123), "1.23 ms");
  EXPECT_EQ(fine_duration(0.01234), "12.3 ms");
  EXPECT_EQ(fine_duration(0.1234), "123 ms");
  EXPECT_EQ(fine_duration(0.9997), "1.00 s");
  EXPECT_EQ(fine_duration(185), "3 min 05 s");
}

TEST(Quantity, RoughDurationsHaveTwoDigits) {
  EXPECT_EQ(rough_duration(0.42), "0.4 s");
  EXPECT_EQ(rough_duration(12.4), "12 s");
  EXPECT_EQ(rough_duration(190), "3 min");
  EXPECT_EQ(rough_duration(9.2 * 3600), "9 h");
  EXPECT_EQ(rough_duration(60 * 86400), "60 days");
  EXPECT_EQ(rough_duration(std::numeric_limits<double>::infinity()), "years");
}

TEST(Quantity, BytesHaveAUnitThatKeepsThemShort) {
  EXPECT_EQ(bytes(1010), "1010 bytes");
  EXPECT_EQ(bytes(1536), "1.5 KiB");
  EXPECT_EQ(bytes(12.4 * (1 << 20)), "12 MiB");
  EXPECT_EQ(bytes(24.0 * (1 << 30)), "24 GiB");
}

TEST(Quantity, CountsAndThousands) {
  EXPECT_EQ(count_of(1, "cell"), "1 cell");
  EXPECT_EQ(count_of(0, "cell"), "0 cells");
  EXPECT_EQ(thousands(262144), "262,144");
  EXPECT_EQ(thousands(144), "144");
}

TEST(Quantity, AWholeNumberIsNothingElse) {
  EXPECT_EQ(whole_number("0"), 0);
  EXPECT_EQ(whole_number("31"), 31);
  for (const char* text : {"", "-1", "3x", " 3", "1e3", "3.0", "99999999999"}) {
    EXPECT_EQ(whole_number(text), std::nullopt) << text;
  }
  EXPECT_EQ(whole_number("3", 3), 3);
  EXPECT_EQ(whole_number("4", 3), std::nullopt);
}

}  // namespace
}  // namespace gridlock::text
