// Tests the engine's guarantees on synthetic problems. `gridlock bench minimize --mock` prints the
// measured numbers.
#include <gtest/gtest.h>

#include <algorithm>

#include "minimizer/testing/corpus.h"

namespace gridlock::minimizer::testing {
namespace {

template <typename T>
T median(std::vector<T> values) {
  std::ranges::nth_element(values, values.begin() + values.size() / 2);
  return values.at(values.size() / 2);
}

TEST(Promises, FewQuestionsSmallResultsNoDuplicatesNoSlips) {
  std::vector<double> ratios;
  std::vector<int> few, many;  // questions about graphs of 2,000 statements, with k <= 4 and k = 8
  for (const Task& task : corpus()) {
    const Measured row = measure_engine(task.mock);
    SCOPED_TRACE(task.mock.name);
    EXPECT_TRUE(row.success);
    EXPECT_FALSE(row.slipped);
    EXPECT_EQ(row.duplicates, 0);
    EXPECT_LE(row.size_ratio, 2);
    EXPECT_EQ(row.ranks_ratio, 1);
    ratios.push_back(row.size_ratio);
    if (task.family != "graph 2000") continue;
    (task.mock.necessary <= 4 ? few : many).push_back(row.asked);
  }
  EXPECT_LE(median(ratios), 1.25);
  EXPECT_LE(median(few), 60);
  EXPECT_LE(median(many), 120);
}

TEST(Promises, FlakyFailuresTakeAtMost700Runs) {
  std::vector<int> runs;
  std::uint64_t seed = 0;
  for (const Task& task : flaky_corpus()) {
    const Measured row = measure_flaky(task.mock, ++seed);
    EXPECT_TRUE(row.success);
    EXPECT_LE(row.size_ratio, 2);
    runs.push_back(row.runs);
  }
  EXPECT_LE(*std::ranges::max_element(runs), 700);
}

}  // namespace
}  // namespace gridlock::minimizer::testing
