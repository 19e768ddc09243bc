#include "golden/numeric_divergence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

#include "golden/numeric_divergence_text.h"
#include "golden/test_trace_files.h"

namespace gridlock::golden {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

constexpr CompareOptions kBits{CompareMode::kBits, true}, kRoundings{CompareMode::kRoundings, true};
const TensorKey kBlock{0, Phase::kForward, "block"}, kUp{0, Phase::kGradients, "up"};

// One training run of one rank with two tensors. In each of eight further runs with random
// rounding, each element moved by `moved`.
struct Training {
  std::vector<double> block = {1, 2, 3, 4};
  std::vector<double> up = {5, 6};
  std::string dtype = "float32";
  double moved = 0;
};

void write(const TestTraceFiles& files, const Training& training) {
  const auto moved = [&](std::size_t elements) {
    const double squares = training.moved * training.moved * static_cast<double>(elements);
    return std::vector<Moved>(training.moved > 0 ? 8 : 0, {squares, training.moved});
  };
  files.write(0, {{.key = kBlock,
                   .dtype = training.dtype,
                   .sizes = {2, 2},
                   .numbers = training.block,
                   .moved = moved(4)},
                  {.key = kUp, .sizes = {2}, .numbers = training.up, .moved = moved(2)}});
}

NumericDivergence divergence_of(const Training& left, const Training& right,
                                const CompareOptions& options) {
  const TestTraceFiles a, b;
  write(a, left);
  write(b, right);
  return find_numeric_divergence(TensorTrace(a.folder()), TensorTrace(b.folder()), options);
}

TEST(NumericDivergence, AStopEndsTheComparisonBeforeTheNextTensor) {
  int tensors = 0;
  const std::function<bool()> after_one = [&] { return ++tensors > 1; };
  const CompareOptions options{CompareMode::kBits, true, nullptr, &after_one};
  const auto divergence = divergence_of({}, {.up = {5, 7}}, options);
  EXPECT_EQ(divergence.compared, 1u);
  EXPECT_FALSE(divergence.first);
  EXPECT_TRUE(divergence_of({}, {.up = {5, 7}}, kBits).first);
}

TEST(NumericDivergence, ThereIsNoneWhereAllBitsAreTheSame) {
  const NumericDivergence divergence = divergence_of({}, {}, kBits);
  EXPECT_FALSE(divergence.first);
  EXPECT_EQ(divergence.compared, 2U);
  EXPECT_THAT(explain(divergence, CompareMode::kBits),
              HasSubstr("All 2 tensors have the same bits"));
}

TEST(NumericDivergence, OneTensorThatAgreesIsNotCalledTensors) {
  NumericDivergence divergence;
  EXPECT_EQ(explain(divergence, CompareMode::kBits), "No tensor was compared\n");
  divergence.compared = 1;
  EXPECT_EQ(explain(divergence, CompareMode::kBits), "The only tensor has the same bits\n");
  EXPECT_EQ(explain(divergence, CompareMode::kRoundings),
            "The only tensor agrees: rounding explains every difference\n");
}

// Writes a table over a sequence of four positions. If there are two ranks, each rank holds half of
// the positions, as a separate table.
void write_tables(const TestTraceFiles& files, int ranks) {
  const std::vector<double> all = {0, 1, 2, 3};
  const std::size_t length = all.size() / static_cast<std::size_t>(ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    const std::size_t first = static_cast<std::size_t>(rank) * length;
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
    const std::vector<double> own(begin, begin + static_cast<std::ptrdiff_t>(length));
    files.write(rank, {{.key = {0, Phase::kForward, "inputs"},
                        .sizes = {1, 4},
                        .part = {1, length},
                        .first = first,
                        .numbers = own},
                       {.key = kBlock, .sizes = {1, length}, .numbers = own, .unplaced = true}});
  }
}

TEST(NumericDivergence, WhatIsUnplacedIsComparedOnlyWhereTheBatchIsSplitAlike) {
  const TestTraceFiles one, same, two;
  write_tables(one, 1);
  write_tables(same, 1);
  write_tables(two, 2);
  EXPECT_EQ(find_numeric_divergence(TensorTrace(one.folder()), TensorTrace(same.folder()), kBits)
                .compared,
            2U);
  const NumericDivergence divergence =
      find_numeric_divergence(TensorTrace(two.folder()), TensorTrace(one.folder()), kBits);
  EXPECT_FALSE(divergence.first);
  EXPECT_EQ(divergence.compared, 1U);
  EXPECT_EQ(divergence.unplaced, 1U);
  EXPECT_THAT(explain(divergence, CompareMode::kBits),
              HasSubstr("tensors that depend on how the batch is split: 1;"));
}

TEST(NumericDivergence, OneUlpIsSeenAndWhereItIs) {
  const double next = std::nextafter(4.0F, 5.0F);
  const NumericDivergence divergence = divergence_of({.block = {1, 2, 3, next}}, {}, kBits);
  ASSERT_TRUE(divergence.first);
  EXPECT_EQ(divergence.first->key, kBlock);
  EXPECT_EQ(divergence.first->differing, 1U);
  ASSERT_EQ(divergence.first->largest.size(), 1U);
  EXPECT_THAT(divergence.first->largest[0].index, ElementsAre(1, 1));
  EXPECT_THAT(divergence.first->left_ranks, ElementsAre(Pair(0, 1)));
}

TEST(NumericDivergence, RoundingsExplainWhatIsAsFarAsTensorsMove) {
  const Training right{.moved = 0.01};
  EXPECT_FALSE(divergence_of({.block = {1.03, 2, 3, 4}}, right, kRoundings).first);
  const NumericDivergence divergence = divergence_of({.block = {1.3, 2, 3, 4}}, right, kRoundings);
  ASSERT_TRUE(divergence.first);
  EXPECT_EQ(divergence.first->key, kBlock);
  EXPECT_GT(divergence.first->excess(), 1);
  EXPECT_EQ(divergence.first->unexplained, 1U);
}

TEST(NumericDivergence, RoundingsOfBothSidesExplainMoreThanThoseOfOne) {
  const Training left{.block = {1, 2, 3, 4.0625}}, right{.moved = 0.01};
  const NumericDivergence two = divergence_of(left, right, kRoundings);
  CompareOptions exact = kRoundings;
  exact.right = ComparedWith::kExactTraining;
  const NumericDivergence one = divergence_of(left, right, exact);
  ASSERT_TRUE(two.closest && one.closest);
  EXPECT_NEAR(two.closest->explained.largest / one.closest->explained.largest, std::sqrt(2), 1e-9);
  EXPECT_NEAR(two.closest->explained.rms, two.closest->explained.largest, 1e-9);
}

// The steps of a training run are not independent, so other steps neither widen nor narrow a bound.
TEST(NumericDivergence, ANumberIsBoundedByItsOwnStep) {
  const TensorKey before{0, Phase::kLoss, "loss"}, key{1, Phase::kLoss, "loss"};
  const std::vector<Moved> wide(8, {1, 1}), narrow(8, {1e-6, 1e-3});
  const TestTraceFiles files;
  files.write(0, {{.key = before, .sizes = {1}, .numbers = {1}, .moved = wide},
                  {.key = key, .sizes = {1}, .numbers = {1}, .moved = narrow}});
  const TestTraceFiles other;
  other.write(0, {{.key = key, .sizes = {1}, .numbers = {1 + 1e-3}}});
  const NumericDivergence divergence =
      find_numeric_divergence(TensorTrace(other.folder()), TensorTrace(files.folder()), kRoundings);
  ASSERT_TRUE(divergence.closest);
  EXPECT_NEAR(divergence.closest->explained.rms,
              1e-3 * allowed_deviations(8, ComparedWith::kTraining), 1e-9);
}

TEST(NumericDivergence, TensorsThatMovedBeyondAllNumbersExplainNothing) {
  for (const double moved : {1e160, std::numeric_limits<double>::infinity()}) {
    const Training right{.moved = moved};
    Training left = right;
    left.up[0] *= 1 + 1e-3;
    EXPECT_TRUE(divergence_of(left, right, kRoundings).first) << moved;
  }
}

TEST(NumericDivergence, WithoutRandomRoundingOneRoundingOfTheTensorIsExplained) {
  const double next = std::nextafter(4.0F, 5.0F);
  EXPECT_FALSE(divergence_of({.block = {1, 2, 3, 4 + (next - 4) / 2}}, {}, kRoundings).first);
  EXPECT_TRUE(divergence_of({.block = {1, 2, 3, 4.0001}}, {}, kRoundings).first);
}

TEST(NumericDivergence, NoNumberAgreesWithNothingNotEvenItself) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Training spoiled{.block = {1, nan, 3, 4}, .moved = 0.01};
  for (const CompareOptions& options : {kBits, kRoundings}) {
    for (const Training& right : {Training{.moved = 0.01}, spoiled}) {
      const NumericDivergence divergence = divergence_of(spoiled, right, options);
      ASSERT_TRUE(divergence.first);
      EXPECT_THAT(divergence.first->largest.at(0).index, ElementsAre(0, 1));
    }
  }
}

TEST(NumericDivergence, CellsOfOnePrecisionDivergeByAnotherDtype) {
  const Training left{.dtype = "bfloat16"};
  const NumericDivergence divergence = divergence_of(left, {}, kRoundings);
  ASSERT_TRUE(divergence.first);
  EXPECT_EQ(divergence.first->unexplained, 4U);
  EXPECT_THAT(
      explain(divergence, CompareMode::kRoundings),
      AllOf(HasSubstr("float32, on the left bfloat16"), HasSubstr("have different dtypes")));
  EXPECT_FALSE(divergence_of(left, {}, {CompareMode::kRoundings, false}).first);
}

TEST(NumericDivergence, TheFirstTensorInTheOrderOfATrainingCounts) {
  const NumericDivergence divergence = divergence_of({.up = {7, 6}}, {}, kBits);
  ASSERT_TRUE(divergence.first);
  EXPECT_EQ(divergence.first->key, kUp);
  EXPECT_EQ(divergence.before, kBlock);
  EXPECT_EQ(divergence.compared, 2U);
}

TEST(NumericDivergence, AThirdTrainingMaySayWhatRoundingsExplain) {
  const Training far{.block = {1.01, 2, 3, 4}};
  EXPECT_TRUE(divergence_of(far, {}, kRoundings).first);
  const TestTraceFiles third;
  write(third, {.moved = 0.01});
  const TensorTrace measured(third.folder());
  EXPECT_FALSE(divergence_of(far, {}, {CompareMode::kRoundings, true, &measured}).first);
  EXPECT_TRUE(
      divergence_of({.block = {2, 2, 3, 4}}, {}, {CompareMode::kRoundings, true, &measured}).first);
}

// Compares a parameter that has two gradients. Roundings decide the sign of the second gradient.
NumericDivergence divergence_after_update(double own, double other, double moved) {
  const TensorKey gradient{0, Phase::kGradients, "w"}, parameter{0, Phase::kParameters, "w"};
  const TestTraceFiles a, b;
  for (const auto& [files, second, updated] :
       {std::tuple{&a, own, 0.501}, std::tuple{&b, other, 0.499}}) {
    std::vector<Moved> spread;
    for (int i = 0; i < 8; ++i) spread.push_back({moved * moved * (1 + i % 2), moved});
    files->write(0, {{.key = gradient, .sizes = {2}, .numbers = {1, second}, .moved = spread},
                     {.key = parameter, .sizes = {2}, .numbers = {0.25, updated}}});
  }
  return find_numeric_divergence(TensorTrace(a.folder()), TensorTrace(b.folder()), kRoundings);
}

TEST(NumericDivergence, AnUpdateMayJumpWhereRoundingsDecideTheSignOfAGradient) {
  EXPECT_FALSE(divergence_after_update(-1e-6, 1e-6, 1e-6).first);
  const NumericDivergence divergence = divergence_after_update(0.5, 0.500001, 1e-6);
  ASSERT_TRUE(divergence.first) << "the sign is certain";
  EXPECT_EQ(divergence.first->key.phase, Phase::kParameters);
}

TEST(NumericDivergence, TensorsOfOtherSizesDiverge) {
  const TestTraceFiles a, b;
  a.write(0, {{.key = kUp, .sizes = {2}, .numbers = {1, 2}}});
  b.write(0, {{.key = kUp, .sizes = {3}, .numbers = {1, 2, 3}}});
  EXPECT_TRUE(
      find_numeric_divergence(TensorTrace(a.folder()), TensorTrace(b.folder()), kRoundings).first);
}

TEST(NumericDivergence, WhatOneSideAloneHasIsNotCompared) {
  const TestTraceFiles a, b;
  a.write(0, {{.key = kUp, .sizes = {2}, .numbers = {1, 2}}});
  b.write(0, {{.key = kBlock, .sizes = {1}, .numbers = {1}},
              {.key = kUp, .sizes = {2}, .numbers = {1, 2}}});
  EXPECT_EQ(
      find_numeric_divergence(TensorTrace(a.folder()), TensorTrace(b.folder()), kBits).compared,
      1U);
}

TEST(NumericDivergence, ReplicasOfOneSideThatDifferAreNamed) {
  const TestTraceFiles a, b;
  for (const TestTraceFiles* files : {&a, &b}) {
    const double other = files == &a ? 2.5 : 2;
    files->write(0, {{.key = kUp, .sizes = {2}, .holders = "0-1", .numbers = {1, 2}}});
    files->write(1, {{.key = kUp, .sizes = {2}, .holders = "0-1", .numbers = {1, other}}});
  }
  const NumericDivergence divergence =
      find_numeric_divergence(TensorTrace(a.folder()), TensorTrace(b.folder()), kBits);
  EXPECT_FALSE(divergence.first);
  EXPECT_FALSE(divergence.right_ranks);
  EXPECT_THAT(
      explain(divergence, CompareMode::kBits),
      HasSubstr("on the left: gradient of up in step 0 at [1] is 2.5 on rank 1, 2 on rank 0"));
}

TEST(NumericDivergence, OfTwoReplicasTheOneThatDiffersFromTheOtherSideIsNamed) {
  const TestTraceFiles a, b;
  for (const TestTraceFiles* files : {&a, &b}) {
    const double wrong = files == &a ? 9 : 1;
    files->write(0, {{.key = kUp, .sizes = {1}, .holders = "0,2-3", .numbers = {wrong}}});
    files->write(2, {{.key = kUp, .sizes = {1}, .holders = "0,2-3", .numbers = {1}}});
    files->write(1, {{.key = kBlock, .sizes = {1}, .numbers = {1}}});
  }
  const NumericDivergence divergence =
      find_numeric_divergence(TensorTrace(a.folder()), TensorTrace(b.folder()), kBits);
  ASSERT_TRUE(divergence.left_ranks);
  EXPECT_EQ(divergence.left_ranks->replica.rank, 0);
  EXPECT_EQ(divergence.left_ranks->replica.other_value, 1);
  ASSERT_TRUE(divergence.first);
  EXPECT_THAT(divergence.first->right_ranks, ElementsAre(Pair(0, 1), Pair(2, 1), Pair(3, 1)));
}

TEST(NumericDivergence, TellsWhereByHowMuchAndDrawsIt) {
  const std::string text =
      explain(divergence_of({.block = {1, 2, 3.5, 5}}, {}, kBits), CompareMode::kBits);
  EXPECT_THAT(text, HasSubstr("The two sides diverge in forward: output of block in step 0\n"));
  EXPECT_THAT(text, HasSubstr("2 of 4 have different bits; held by rank 0 on the left"));
  EXPECT_THAT(text, HasSubstr("[1, 1]                5                         4\n"));
  EXPECT_THAT(text, AllOf(HasSubstr("|  |\n"), HasSubstr("|+@|\n")));
  EXPECT_THAT(text, Not(HasSubstr("roundings")));
}

}  // namespace
}  // namespace gridlock::golden
