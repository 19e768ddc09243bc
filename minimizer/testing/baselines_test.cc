#include "minimizer/testing/baselines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "minimizer/testing/corpus.h"
#include "minimizer/testing/mock_script.h"

namespace gridlock::minimizer::testing {
namespace {

std::vector<int> numbers(int n) {
  std::vector<int> items(n);
  std::iota(items.begin(), items.end(), 0);
  return items;
}

TEST(Baselines, FindTheNecessaryItems) {
  const std::set<int> must = {3, 40, 41, 77};
  const StillFails test = [&](const std::vector<int>& dropped) {
    return std::ranges::none_of(dropped, [&](int item) { return must.contains(item); });
  };
  EXPECT_THAT(ddmin(numbers(100), test), ::testing::ElementsAreArray(must));
  EXPECT_THAT(prob_dd(numbers(100), test), ::testing::ElementsAreArray(must));
}

TEST(Baselines, ReduceProblems) {
  const MockProblem mock = script_problem({.lines = 60, .necessary = 2, .seed = 2});
  for (const char* method : {"ddmin", "HDD", "ProbDD"}) {
    const Measured row = measure_baseline(method, mock);
    EXPECT_TRUE(row.success) << method;
    EXPECT_LE(row.lines, 20) << method;
    EXPECT_EQ(row.duplicates, 0) << method;
  }
}

}  // namespace
}  // namespace gridlock::minimizer::testing
