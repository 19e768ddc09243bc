#include "harness/controller/capacity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::controller {
namespace {

using ::testing::HasSubstr;

std::string skip_of(std::int64_t ranks, const MachineFacts& machine,
                    const std::string& tier = "fork", const std::string& compile = "none",
                    const std::string& device = "cpu") {
  matrix::Plan plan;
  plan.cells.emplace_back().cell.values = {
      {"device", device}, {"world_size", ranks}, {"compile", compile}};
  skip_oversized_cells(plan, machine, tier);
  return plan.cells[0].skip;
}

const MachineFacts kSmall{.cores = 2, .available_gib = 22, .gpus = 0};

TEST(Capacity, ACellWhoseRanksCannotFitIsSkippedWithTheNumbers) {
  EXPECT_EQ(skip_of(512, kSmall),
            "512 ranks need at least 19 GiB of memory (38 MiB each), but may use only 18 GiB of "
            "the 22 GiB that are free");
}

TEST(Capacity, ThirtyTwoRanksFitOnTwoCores) {
  EXPECT_EQ(skip_of(32, kSmall), "");
  EXPECT_EQ(skip_of(32, kSmall, "fork", "before_fsdp"), "");
  EXPECT_EQ(skip_of(256, kSmall), "");
}

TEST(Capacity, RanksThatCompileAndColdOnesNeedMore) {
  EXPECT_THAT(skip_of(256, kSmall, "fork", "before_fsdp"),
              HasSubstr("256 ranks need at least 20 GiB"));
  EXPECT_THAT(skip_of(64, kSmall, "cold"), HasSubstr("345 MiB each"));
  EXPECT_EQ(skip_of(16, kSmall, "cold"), "");
}

TEST(Capacity, OfRanksOnGpusNothingIsSaid) {
  EXPECT_EQ(skip_of(4, {.cores = 2, .available_gib = 0.1, .gpus = 4}, "fork", "none", "cuda"), "");
}

TEST(Capacity, WhatIsSkippedAlreadyKeepsItsReason) {
  matrix::Plan plan;
  plan.cells.emplace_back().cell.values = {{"world_size", std::int64_t{5000}}};
  plan.cells[0].skip = "no GPU";
  skip_oversized_cells(plan, kSmall, "fork");
  EXPECT_EQ(plan.cells[0].skip, "no GPU");
}

}  // namespace
}  // namespace gridlock::controller
