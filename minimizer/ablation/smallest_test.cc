#include "minimizer/ablation/smallest.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace gridlock::minimizer {
namespace {

// Returns the number of questions that smallest() asks about `count` items. Only the items in
// `needed` are needed.
int questions_for(int count, const Without& needed) {
  int asked = 0;
  const auto holds = [&](const Without& dropped, const std::vector<Without>&) {
    ++asked;
    EXPECT_FALSE(dropped.empty());
    EXPECT_LT(static_cast<int>(dropped.size()), count);  // smallest() never drops all
    return std::ranges::none_of(needed, [&](int id) { return dropped.contains(id); });
  };
  EXPECT_EQ(smallest(count, holds), needed);
  return asked;
}

TEST(Smallest, FindsOneOfManyByHalving) {
  for (int id = 0; id < 60; ++id) EXPECT_LE(questions_for(60, {id}), 10) << id;
}

TEST(Smallest, FindsSeveral) {
  EXPECT_LE(questions_for(60, {3, 31, 59}), 24);
  EXPECT_LE(questions_for(4, {0, 2}), 5);
  EXPECT_LE(questions_for(3, {0, 1, 2}), 5);
}

TEST(Smallest, OfOneItemNothingIsAsked) {
  EXPECT_EQ(questions_for(1, {0}), 0);
}

TEST(Smallest, TellsWhatMayBeAskedNext) {
  std::set<Without> announced;
  bool first = true;
  const auto holds = [&](const Without& dropped, const std::vector<Without>& likely) {
    EXPECT_TRUE(first || announced.contains(dropped));
    first = false;
    announced.insert(likely.begin(), likely.end());
    return !dropped.contains(5);
  };
  EXPECT_EQ(smallest(16, holds), Without{5});
}

TEST(FirstFailing, IsFoundByBisection) {
  for (int first = 1; first <= 100; ++first) {
    int asked = 0;
    const auto failing = [&](int id) {
      ++asked;
      return id >= first;
    };
    EXPECT_EQ(first_failing(0, 100, failing), first);
    EXPECT_LE(asked, 7);
  }
}

}  // namespace
}  // namespace gridlock::minimizer
