#include "matrix/causes/testing/planted.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "harness/text/test_effort.h"

namespace gridlock::matrix::causes::testing {
namespace {

class PlantedCauses : public ::testing::TestWithParam<std::size_t> {};

TEST_P(PlantedCauses, AreFoundAsOftenAsPromised) {
  const PlantingRow& row = planting_rows()[GetParam()];
  // One miss in fewer tables weighs more.
  const Rates rates = rates_of(row.planting, kTables / 4);
  std::printf("%s: precision %.3f, recall %.3f, %.1f more cells, %.2f ms\n", row.name,
              rates.precision, rates.recall, rates.trained, rates.milliseconds_p50);
  EXPECT_GE(rates.precision, row.precision - 0.05) << row.name;
  EXPECT_GE(rates.recall, row.recall - 0.05) << row.name;
}

INSTANTIATE_TEST_SUITE_P(Rows, PlantedCauses,
                         ::testing::Range(std::size_t{0}, planting_rows().size(),
                                          static_cast<std::size_t>(4 / effort(4))));

}  // namespace
}  // namespace gridlock::matrix::causes::testing
