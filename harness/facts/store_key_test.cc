#include "harness/facts/store_key.h"

#include <gtest/gtest.h>

namespace gridlock::facts {
namespace {

std::string words(const std::vector<std::string>& names) {
  std::vector<StoreKey> keys;
  for (const std::string& name : names) keys.push_back({0xc0ffee, name});
  return describe(keys);
}

TEST(StoreKeys, AreNamedWithoutThePrefixOfTheirGroup) {
  EXPECT_EQ(words({"0//shard/1"}), "store key 'shard/1'");
  EXPECT_EQ(words({"go"}), "store key 'go'");
  EXPECT_EQ(words({"0//"}), "store key '0//'");
}

TEST(StoreKeys, AreListedUpToThree) {
  EXPECT_EQ(words({"a", "b"}), "store keys 'a' and 'b'");
  EXPECT_EQ(words({"a", "b", "c", "d"}), "store keys 'a', 'b', 'c' and 'd'");
  EXPECT_EQ(words({"a", "b", "c", "d", "e"}), "store keys 'a', 'b', 'c' and 2 more");
}

TEST(StoreKeys, WithoutANameAreHashes) {
  EXPECT_EQ(words({""}), "store key 0000000000c0ffee (a hash)");
  EXPECT_EQ(words({}), "a store key");
  EXPECT_EQ(words({"two\nlines"}), "store key 'two?lines'");
}

}  // namespace
}  // namespace gridlock::facts
