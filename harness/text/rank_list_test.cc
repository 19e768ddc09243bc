#include "harness/text/rank_list.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace gridlock::text {
namespace {

// A rank may record any number as a member of a group, so lists of the largest numbers must work.
TEST(RankList, TheLargestNumbersAreNumbersToo) {
  constexpr int kLargest = std::numeric_limits<int>::max();
  EXPECT_EQ(parse_rank_list("2147483646-2147483647"), (std::vector<int>{kLargest - 1, kLargest}));
  EXPECT_EQ(rank_list({kLargest, 0}), "2147483647,0");
}

TEST(RankList, RunsAreShort) {
  EXPECT_EQ(rank_list({0, 1, 2, 5, 4}), "0-2,5,4");
  EXPECT_EQ(parse_rank_list("0-2,5,4"), (std::vector<int>{0, 1, 2, 5, 4}));
  EXPECT_EQ(parse_rank_list(""), std::vector<int>{});
  for (const char* text : {"1,", ",1", "2-1", "-1", "a", "1 2", "0-1000000", "99999999999"}) {
    EXPECT_THROW(parse_rank_list(text), std::runtime_error) << text;
  }
}

TEST(RankList, AFewRanksAreEnumeratedInASentence) {
  EXPECT_EQ(rank_enumeration({2}), "rank 2");
  EXPECT_EQ(rank_enumeration({0, 1, 3}), "ranks 0, 1 and 3");
  EXPECT_EQ(rank_enumeration({0, 1, 2, 3, 7}), "ranks 0-3, 7");
}

TEST(RankList, PeopleReadAtMostEightRuns) {
  EXPECT_EQ(rank_words({}), "no rank");
  EXPECT_EQ(rank_words({2}), "rank 2");
  EXPECT_EQ(rank_words({0, 1, 2, 3, 7}), "ranks 0-3, 7");
  EXPECT_EQ(short_rank_list({1, 5}), "1,5");
  std::vector<int> even;
  for (int rank = 0; rank < 1024; rank += 2) even.push_back(rank);
  EXPECT_EQ(short_rank_list(even), "0,2,4,6,8,10,12,14,… (512)");
  EXPECT_EQ(parse_rank_list(rank_list(even)), even);
}

}  // namespace
}  // namespace gridlock::text
