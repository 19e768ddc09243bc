#include "matrix/keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "matrix/recipe.h"

namespace gridlock::matrix {
namespace {

using ::testing::EndsWith;
using ::testing::StrEq;

std::string default_of(Keys keys, const std::string& name) {
  const auto row = std::ranges::find(keys, name, &Key::name);
  return row == keys.end() ? "no key " + name : row->fallback;
}

std::string written(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

TEST(Keys, EachIsOnceInItsTableAndDescribed) {
  for (const KeyFile& file : key_files()) {
    for (const KeyTable& table : file.tables) {
      std::set<std::string> names;
      for (const Key& key : table.keys) {
        EXPECT_TRUE(names.insert(key.name).second) << table.title << " " << key.name;
        EXPECT_THAT(key.type, testing::Not(StrEq(""))) << table.title << " " << key.name;
        EXPECT_THAT(key.meaning, testing::Not(StrEq(""))) << table.title << " " << key.name;
      }
    }
  }
}

TEST(Keys, DefaultsAreThoseOfAMatrix) {
  const Recipe usual;
  EXPECT_EQ(default_of(kMatrixKeys, "seed"), written(static_cast<double>(usual.seed)));
  EXPECT_THAT(default_of(kRunKeys, "steps"), EndsWith(" " + written(usual.steps)));
  EXPECT_THAT(default_of(kRunKeys, "deadline_seconds"),
              EndsWith(" " + written(usual.deadline_seconds)));
  EXPECT_EQ(default_of(kRunKeys, "likely_seconds"), written(usual.likely_seconds));
  EXPECT_EQ(default_of(kRunKeys, "desync_seconds"), written(usual.desync_seconds));
  EXPECT_EQ(default_of(kRunKeys, "activations"), usual.activations ? "true" : "false");
  EXPECT_EQ(default_of(kCaseKeys, "steps"), written(usual.steps));
  EXPECT_EQ(default_of(kCaseKeys, "deadline_seconds"), written(usual.deadline_seconds));
}

TEST(Keys, TheCompileDeadlineIsAMultipleOfTheDeadline) {
  Recipe recipe;
  recipe.deadline_seconds = 1;
  EXPECT_THAT(default_of(kRunKeys, "compile_deadline_seconds"),
              EndsWith(written(recipe.seconds_while_compiling()) + " × deadline_seconds"));
}

}  // namespace
}  // namespace gridlock::matrix
