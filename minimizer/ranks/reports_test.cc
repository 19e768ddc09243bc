#include "minimizer/ranks/reports.h"

#include <gmock/gmock.h>

namespace gridlock::minimizer {
namespace {

using testing::ElementsAre;

TEST(Reports, OthersMayPrintInTheSameLine) {
  EXPECT_THAT(reports_in("step 1 is trained{\"step\": 1, \"loss\": NaN}\n"
                         "{\"step\": 2, \"a\": {\"b\": \"}\\\"\"}}step 2{\"step\": 3}\n\n",
                         "{\"step\""),
              ElementsAre("{\"step\": 1, \"loss\": NaN}",
                          "{\"step\": 2, \"a\": {\"b\": \"}\\\"\"}}", "{\"step\": 3}"));
}

TEST(Reports, WhatIsNotCompleteIsNone) {
  EXPECT_THAT(reports_in("{\"step\": 1\n{\"other\": 1}\n", "{\"step\""), ElementsAre());
}

TEST(Reports, TheRestOfTheOutputStays) {
  EXPECT_EQ(without_reports("a\n{\"n\": 1}\n\nb{\"n\": 2}c\n", "{\"n\""), "a\n\nbc\n");
}

}  // namespace
}  // namespace gridlock::minimizer
