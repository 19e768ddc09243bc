#include "harness/text/digest.h"

#include <gtest/gtest.h>

namespace gridlock::text {
namespace {

// The expected values come from the authors of the algorithm (Fowler, Noll, Vo: test_fnv.c).
TEST(Digest, IsFnv1a) {
  EXPECT_EQ(digest(""), "cbf29ce484222325");
  EXPECT_EQ(digest("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(digest("foobar"), "85944171f73967e8");
}

}  // namespace
}  // namespace gridlock::text
