#include "minimizer/drop_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace gridlock::minimizer {
namespace {

struct Outcome {
  std::vector<int> necessary;
  int questions = 0;
};

// Searches `n` items. All items of `must` are needed.
Outcome search_among(int n, const std::set<int>& must, double gap) {
  std::vector<DropSearch::Item> items;
  for (int i = 0; i < n; ++i) items.push_back({i, 1});
  Outcome outcome;
  for (DropSearch search(items, gap); !search.done(); ++outcome.questions) {
    const std::vector<int> chunk = search.question();
    const bool hit = std::ranges::any_of(chunk, [&](int i) { return must.contains(i); });
    if (const auto found = search.tell(!hit)) outcome.necessary.push_back(*found);
  }
  std::ranges::sort(outcome.necessary);
  return outcome;
}

TEST(DropSearch, FindsExactlyTheNecessaryItems) {
  for (const double gap : {0.0, 5.0, 50.0})
    for (const std::set<int>& must :
         {std::set<int>{}, {0}, {99}, {0, 99}, {3, 4, 5, 6, 7, 8, 9}, {10, 40, 41, 90}})
      EXPECT_THAT(search_among(100, must, gap).necessary, ::testing::ElementsAreArray(must));
}

TEST(DropSearch, AsksAboutKLogNOverKQuestions) {
  for (const int k : {1, 2, 4, 8, 16}) {
    std::set<int> must;
    for (int i = 0; i < k; ++i) must.insert((2 * i + 1) * 2000 / (2 * k) + 7 * i % 5);
    EXPECT_LE(search_among(2000, must, 1000).questions, k * (std::log2(2000.0 / k) + 2.25) + 5)
        << k;
  }
}

TEST(DropSearch, AsksAboutOneQuestionEachWhereAllAreNecessary) {
  std::set<int> all;
  for (int i = 0; i < 100; ++i) all.insert(i);
  EXPECT_EQ(search_among(100, all, 0).questions, 100);
}

TEST(DropSearch, ChunksGrowWhereEverythingGoes) {
  EXPECT_LE(search_among(1000, {}, 0).questions, 20);
}

// Every cut behind item 50 fails as long as item 10 is kept.
TEST(DropSearch, TriesEverythingWhereItStalls) {
  std::vector<DropSearch::Item> items;
  for (int i = 0; i < 100; ++i) items.push_back({i, 1});
  std::set<int> here;
  for (int i = 0; i < 100; ++i) here.insert(i);
  DropSearch search(items, 50);
  int questions = 0;
  for (; !search.done(); ++questions) {
    std::set<int> after = here;
    for (const int i : search.question()) after.erase(i);
    const bool stays = !after.contains(10) || here.contains(10) == (after.size() > 95);
    if (stays) here = after;
    search.tell(stays);
  }
  EXPECT_LE(questions, 12);
  EXPECT_FALSE(here.contains(10));
}

// Searches 100 items. Only item 4 is needed, but item 50 crashes without item 70. The first cut
// separates items 50 and 70.
std::vector<int> found_with_a_crash(const std::string& crash) {
  std::vector<DropSearch::Item> items;
  std::set<int> here;
  for (int i = 0; i < 100; ++i) items.push_back({i, 1});
  for (int i = 0; i < 100; ++i) here.insert(i);
  std::vector<int> necessary;
  for (DropSearch search(items, 100); !search.done();) {
    std::set<int> after = here;
    for (const int i : search.question()) after.erase(i);
    const bool crashes = after.contains(50) && !after.contains(70);
    const bool stays = after.contains(4) && !crashes;
    if (stays) here = after;
    if (const auto item = search.tell(stays, crashes ? crash : "")) necessary.push_back(*item);
  }
  return necessary;
}

TEST(DropSearch, ADeeperCutIsTriedWhereSomethingElseHappens) {
  EXPECT_THAT(found_with_a_crash(""), ::testing::ElementsAre(70, 4));
  EXPECT_THAT(found_with_a_crash("crash"), ::testing::ElementsAre(4));
}

TEST(DropSearch, WeighsItems) {
  DropSearch search({{0, 90}, {1, 1}, {2, 1}, {3, 90}}, 100);
  EXPECT_THAT(search.question(), ::testing::ElementsAre(3));
}

TEST(DropSearch, LeavesOutWhatNeedsNoQuestion) {
  DropSearch search({{0, 1}, {1, 1}, {2, 1}}, 0);
  search.leave_out([](int id) { return id == 2; });
  EXPECT_THAT(search.question(), ::testing::ElementsAre(1));
}

TEST(DropSearch, ACopyGoesItsOwnWay) {
  DropSearch search({{0, 1}, {1, 1}, {2, 1}, {3, 1}}, 100);
  DropSearch copy = search;
  copy.tell(true);
  EXPECT_TRUE(copy.done());
  EXPECT_FALSE(search.done());
}

}  // namespace
}  // namespace gridlock::minimizer
