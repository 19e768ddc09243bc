#include "golden/recorded.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gridlock::golden {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Recorded example() {
  Recorded recorded;
  recorded.matrix = "default";
  recorded.seed = 7;
  recorded.environment = {
      {"torch", "2.11.0"}, {"device", "cpu"}, {"hardware", "AVX512"}, {"python", "3.11.2"}};
  recorded.cells["dense/a"] = {"fp32", {4.5, 0.1, 1e-300}, {1, 2, 3}, "0123456789abcdef"};
  recorded.cells["dense/b \"odd\"\\"] = {"bf16", {4.5, 4.25, 4}, {1.5, 1.25, 1}, ""};
  return recorded;
}

Change only_change(const Recorded& before, const Recorded& now) {
  Change change;
  for (const Change& each : changes(before, now)) {
    if (each.status != RecordStatus::kSame) change = each;
  }
  return change;
}

TEST(Recorded, IsReadAsItWasWritten) {
  EXPECT_EQ(recorded_from_toml(to_toml(example())), example());
  EXPECT_THAT(to_toml(example()), HasSubstr("losses = [4.5, 0.1, 1e-300]\n"));
}

TEST(Recorded, IsNamedForItsMatrixAndItsClassOfEnvironments) {
  EXPECT_EQ(file_name(example()), "default.torch-2.11.0-cpu-avx512.toml");
  Recorded other = example();
  other.environment["hardware"] = "NVIDIA H100 80GB HBM3";
  EXPECT_EQ(file_name(other), "default.torch-2.11.0-cpu-nvidia-h100-80gb-hbm3.toml");
  other = example();
  other.environment["python"] = "3.12.0";
  EXPECT_EQ(file_name(other), file_name(example())) << "which numbers do not depend on";
}

TEST(Recorded, GarbageIsRefusedWithItsPlace) {
  const auto why = [](const std::string& text) -> std::string {
    try {
      recorded_from_toml(text);
    } catch (const RecordedError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(why("matrix = \n"), HasSubstr("line 1"));
  EXPECT_EQ(why("seed = 1"), "'matrix' must be a text");
  EXPECT_EQ(why("matrix = 'a'\nseed = 1"), "'environment' must be a table");
  const std::string head = "matrix = 'a'\nseed = 1\n[environment]\n[cells.x]\n";
  EXPECT_EQ(why(head), "cell 'x': 'precision' must be a text");
  EXPECT_EQ(why(head + "precision = 'fp32'\nlosses = [1.0, 'x']"),
            "cell 'x': 'losses' must be a list of numbers");
}

TEST(Changes, OfTheSameBitsAreNone) {
  EXPECT_EQ(only_change(example(), example()).cell, "");
}

TEST(Changes, WithinTheBoundsOfThePrecisionAreClose) {
  Recorded now = example();
  now.cells["dense/a"].losses[1] = std::nextafter(0.1, 1);
  Change change = only_change(example(), now);
  EXPECT_EQ(change.status, RecordStatus::kClose);
  EXPECT_EQ(change.words, "loss at step 1: 1.39e-17 apart");
  now = example();
  now.cells["dense/a"].parameters = "0123456789abcdee";
  change = only_change(example(), now);
  EXPECT_EQ(change.status, RecordStatus::kClose);
  EXPECT_THAT(change.words, HasSubstr("parameters"));
}

TEST(Changes, BeyondThemDiffer) {
  Recorded now = example();
  now.cells["dense/a"].grad_norms[2] = 3.1;
  EXPECT_EQ(only_change(example(), now).status, RecordStatus::kDiffers);
  EXPECT_THAT(only_change(example(), now).words, HasSubstr("grad norm at step 2: 3.1 against 3"));
  now = example();
  now.cells["dense/a"].losses.pop_back();
  EXPECT_THAT(only_change(example(), now).words, HasSubstr("loss has 2 steps against 3"));
  now = example();
  now.cells["dense/a"].losses[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(only_change(example(), now).status, RecordStatus::kDiffers);
}

TEST(Changes, CellsMayBeNewOrGone) {
  Recorded now = example();
  now.cells["dense/c"] = now.cells.extract("dense/a").mapped();
  std::vector<RecordStatus> statuses;
  for (const Change& change : changes(example(), now)) statuses.push_back(change.status);
  EXPECT_THAT(statuses,
              ElementsAre(RecordStatus::kMissing, RecordStatus::kSame, RecordStatus::kNew));
}

TEST(Changes, OfTheEnvironmentAreNamed) {
  Environment now = example().environment;
  now["python"] = "3.12.0";
  now["cuda"] = "13.0";
  EXPECT_THAT(
      changes(example().environment, now),
      ElementsAre("cuda 13.0, recorded with unknown", "python 3.12.0, recorded with 3.11.2"));
}

}  // namespace
}  // namespace gridlock::golden
