#include "minimizer/key.h"

#include <gtest/gtest.h>

#include <set>

namespace gridlock::minimizer {
namespace {

TEST(Key, DiffersWithTextAndEveryPartOfTheLaunch) {
  const std::set<Key> keys = {
      key_of("a", {}),
      key_of("b", {}),
      key_of("", {}),
      key_of("a", {.ranks = 2, .environment = {}, .arguments = {}}),
      key_of("a", {.ranks = 1, .environment = {{"X", "1"}}, .arguments = {}}),
      key_of("a", {.ranks = 1, .environment = {{"X1", ""}}, .arguments = {}}),
      key_of("a", {.ranks = 1, .environment = {}, .arguments = {"X", "1"}}),
      key_of("a", {.ranks = 1, .environment = {}, .arguments = {"X1"}}),
      key_of("a", {.ranks = 1, .environment = {}, .arguments = {"X1", ""}}),
  };
  EXPECT_EQ(keys.size(), 9U);
}

TEST(Key, Is32HexDigitsThatStayTheSame) {
  EXPECT_EQ(key_of("a", {}), key_of("a", {}));
  EXPECT_EQ(key_of("a", {}).size(), 32U);
  EXPECT_EQ(key_of("a", {}).find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Key, NoTwoOfManySimilarTextsShareOne) {
  std::set<Key> keys;
  for (int i = 0; i < 20'000; ++i) keys.insert(key_of("v" + std::to_string(i), {}));
  EXPECT_EQ(keys.size(), 20'000U);
}

}  // namespace
}  // namespace gridlock::minimizer
