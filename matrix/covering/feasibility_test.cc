#include "matrix/covering/feasibility.h"

#include <gtest/gtest.h>

namespace gridlock::matrix::covering {
namespace {

// Returns the digits of the number in the mixed radix of `levels`.
Row row_of(int number, const std::vector<int>& levels) {
  Row row;
  for (int l : levels) {
    row.push_back(number % l);
    number /= l;
  }
  return row;
}

TEST(Feasibility, AgreesWithTryingAllRows) {
  const std::vector<int> levels = {3, 2, 3, 2, 3};
  const int rows = 3 * 2 * 3 * 2 * 3;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Problem problem;
    problem.levels = levels;
    for (int c = 0; c < 20; ++c) {
      const Row row = row_of(random.below(rows), levels);
      problem.forbidden.push_back({});
      for (int i = 0; i < 2 + c % 2; ++i) {
        const int factor = random.below(levels.size());
        problem.forbidden.back().push_back({factor, row[factor]});
      }
    }
    Feasibility feasibility(problem);
    for (int factor = 0; factor < 5; ++factor)
      for (int value = 0; value < levels[factor]; ++value) {
        bool expected = false;
        for (int number = 0; number < rows; ++number) {
          const Row row = row_of(number, levels);
          expected = expected || (row[factor] == value && feasibility.valid(row));
        }
        const std::size_t before = feasibility.mark();
        Row row(levels.size(), kFree);
        EXPECT_EQ(feasibility.assign(factor, value) && feasibility.complete(row, random), expected);
        feasibility.undo(before);
        if (expected) {
          EXPECT_TRUE(feasibility.valid(row));
        }
      }
  }
}

TEST(Feasibility, WhatFollowsIsAssignedAtOnce) {
  Problem problem;
  problem.levels = {2, 2, 3};
  problem.forbidden = {{{0, 0}, {1, 0}}, {{1, 1}, {2, 0}}, {{1, 1}, {2, 2}}};
  Feasibility feasibility(problem);
  ASSERT_TRUE(feasibility.assign(0, 0));
  EXPECT_EQ(feasibility.value(1), 1);
  EXPECT_EQ(feasibility.value(2), 1);
  feasibility.undo(0);
  EXPECT_FALSE(feasibility.assigned(1));
}

TEST(Feasibility, PreferredValuesAreKeptWherePossible) {
  Problem problem;
  problem.levels = {2, 3, 3};
  problem.forbidden = {{{0, 1}, {1, 2}}};
  Feasibility feasibility(problem);
  Random random(1);
  ASSERT_TRUE(feasibility.assign(0, 1));
  Row row = {0, 2, 2};
  ASSERT_TRUE(feasibility.complete(row, random));
  EXPECT_EQ(row[0], 1);
  EXPECT_NE(row[1], 2);
  EXPECT_EQ(row[2], 2);
}

}  // namespace
}  // namespace gridlock::matrix::covering
