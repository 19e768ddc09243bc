#include "golden/digest_strips.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace gridlock::golden {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Strips, OfAWholeTensorAreOneRun) {
  const Strip whole{.offset = 0, .first = 28, .run = 480, .step = 480, .runs = 1};
  EXPECT_THAT(strips_of({7, {4, 5, 6}, {30, 6, 1}}, 4), ElementsAre(whole));
  EXPECT_THAT(strips_of({7, {120}, {1}}, 4), ElementsAre(whole));
}

// A shard [4, 2, 6] of a tensor [4, 5, 6].
TEST(Strips, OfAShardAreRunsThatAreEquallyFarApart) {
  EXPECT_THAT(strips_of({12, {4, 2, 6}, {30, 6, 1}}, 2),
              ElementsAre(Strip{.offset = 0, .first = 24, .run = 24, .step = 60, .runs = 4}));
}

// A shard [3, 2, 1] of a tensor [3, 5, 6]. Its elements are separate, 6 apart in one dimension and
// 30 apart in the other.
TEST(Strips, OfMoreDimensionsAreSeveral) {
  EXPECT_THAT(strips_of({1, {3, 2, 1}, {30, 6, 1}}, 4),
              ElementsAre(Strip{.offset = 0, .first = 4, .run = 4, .step = 24, .runs = 2},
                          Strip{.offset = 8, .first = 124, .run = 4, .step = 24, .runs = 2},
                          Strip{.offset = 16, .first = 244, .run = 4, .step = 24, .runs = 2}));
}

TEST(Strips, OfAScalarAreOneElement) {
  EXPECT_THAT(strips_of({5, {}, {}}, 8),
              ElementsAre(Strip{.offset = 0, .first = 40, .run = 8, .step = 8, .runs = 1}));
  EXPECT_EQ(strips_of({5, {}, {}}, 8), strips_of({5, {1, 1}, {9, 7}}, 8));
}

TEST(Strips, OfNothingAreNone) {
  EXPECT_THAT(strips_of({3, {0, 7}, {7, 1}}, 4), IsEmpty());
  EXPECT_THROW(strips_of({0, {1}, {}}, 4), std::invalid_argument);
}

}  // namespace
}  // namespace gridlock::golden
