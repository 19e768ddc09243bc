#include "harness/text/names.h"

#include <gtest/gtest.h>

namespace gridlock::text {
namespace {

TEST(Names, TheNearestIsOfferedOnlyWhenNear) {
  const std::vector<std::string> names = {"full_shard", "full_shard_no_reshard", "replicate"};
  EXPECT_EQ(did_you_mean("full_shrad", names), " (did you mean 'full_shard'?)");
  EXPECT_EQ(did_you_mean("repl", names), " (did you mean 'replicate'?)");
  EXPECT_EQ(did_you_mean("zero3", names), "");
  EXPECT_EQ(did_you_mean("", names), "");
}

TEST(Names, Enumerations) {
  EXPECT_EQ(enumeration({}), "");
  EXPECT_EQ(enumeration({"a"}), "a");
  EXPECT_EQ(enumeration({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b, c");
}

}  // namespace
}  // namespace gridlock::text
