#include "golden/parting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

#include "golden/parting_words.h"
#include "golden/test_taps.h"

namespace gridlock::golden {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

constexpr Yardstick kBits{Measure::kBits, true}, kRoundings{Measure::kRoundings, true};
const TapKey kBlock{0, Phase::kForward, "block"}, kUp{0, Phase::kGradients, "up"};

// One training: one rank's two tensors; both moved equally far in each of eight trainings with
// random rounding.
struct Training {
  std::vector<double> block = {1, 2, 3, 4};
  std::vector<double> up = {5, 6};
  std::string dtype = "float32";
  double moved = 0;
};

void write(const TapFiles& files, const Training& training) {
  std::vector<Moved> moved;
  // The movements differ: if all were the same, they would count as one with many degrees of
  // freedom.
  for (int i = 0; i < 8 && training.moved > 0; ++i) {
    const double largest = training.moved * (i % 2 == 0 ? 1.2 : 0.8);
    moved.push_back({4 * largest * largest, largest});
  }
  files.write(0, {{.key = kBlock,
                   .dtype = training.dtype,
                   .sizes = {2, 2},
                   .numbers = training.block,
                   .moved = moved},
                  {.key = kUp, .sizes = {2}, .numbers = training.up, .moved = moved}});
}

Parting parting_of(const Training& left, const Training& right, const Yardstick& yardstick) {
  const TapFiles a, b;
  write(a, left);
  write(b, right);
  return find_parting(Taps(a.folder()), Taps(b.folder()), yardstick);
}

TEST(Parting, ThereIsNoneWhereAllBitsAreTheSame) {
  const Parting parting = parting_of({}, {}, kBits);
  EXPECT_FALSE(parting.first);
  EXPECT_EQ(parting.compared, 2U);
  EXPECT_THAT(explain(parting, Measure::kBits), HasSubstr("All 2 tensors have the same bits"));
}

// Writes a table over a sequence of four positions. One rank holds all of it, or each of two ranks
// holds its half as a table of its own.
void write_tables(const TapFiles& files, int ranks) {
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

TEST(Parting, WhatIsUnplacedIsComparedOnlyWhereTheBatchIsSplitAlike) {
  const TapFiles one, same, two;
  write_tables(one, 1);
  write_tables(same, 1);
  write_tables(two, 2);
  EXPECT_EQ(find_parting(Taps(one.folder()), Taps(same.folder()), kBits).compared, 2U);
  const Parting parting = find_parting(Taps(two.folder()), Taps(one.folder()), kBits);
  EXPECT_FALSE(parting.first);
  EXPECT_EQ(parting.compared, 1U);
  EXPECT_EQ(parting.unplaced, 1U);
  EXPECT_THAT(explain(parting, Measure::kBits), HasSubstr("1 that depend on how the batch"));
}

TEST(Parting, OneUlpIsSeenAndWhereItIs) {
  const double next = std::nextafter(4.0F, 5.0F);
  const Parting parting = parting_of({.block = {1, 2, 3, next}}, {}, kBits);
  ASSERT_TRUE(parting.first);
  EXPECT_EQ(parting.first->tap, kBlock);
  EXPECT_EQ(parting.first->differing, 1U);
  ASSERT_EQ(parting.first->largest.size(), 1U);
  EXPECT_THAT(parting.first->largest[0].index, ElementsAre(1, 1));
  EXPECT_THAT(parting.first->left_ranks, ElementsAre(Pair(0, 1)));
}

TEST(Parting, RoundingsExplainWhatIsAsFarAsTensorsMove) {
  const Training right{.moved = 0.01};
  EXPECT_FALSE(parting_of({.block = {1.03, 2, 3, 4}}, right, kRoundings).first);
  const Parting parting = parting_of({.block = {1.3, 2, 3, 4}}, right, kRoundings);
  ASSERT_TRUE(parting.first);
  EXPECT_EQ(parting.first->tap, kBlock);
  EXPECT_GT(parting.first->excess(), 1);
  EXPECT_EQ(parting.first->unexplained, 1U);
}

TEST(Parting, WithoutRandomRoundingOneRoundingOfTheTensorIsExplained) {
  const double next = std::nextafter(4.0F, 5.0F);
  EXPECT_FALSE(parting_of({.block = {1, 2, 3, 4 + (next - 4) / 2}}, {}, kRoundings).first);
  EXPECT_TRUE(parting_of({.block = {1, 2, 3, 4.0001}}, {}, kRoundings).first);
}

TEST(Parting, NoNumberAgreesWithNothingNotEvenItself) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Training spoiled{.block = {1, nan, 3, 4}, .moved = 0.01};
  for (const Yardstick& yardstick : {kBits, kRoundings}) {
    for (const Training& right : {Training{.moved = 0.01}, spoiled}) {
      const Parting parting = parting_of(spoiled, right, yardstick);
      ASSERT_TRUE(parting.first);
      EXPECT_THAT(parting.first->largest.at(0).index, ElementsAre(0, 1));
    }
  }
}

TEST(Parting, AnotherDtypePartsCellsOfOnePrecision) {
  const Training left{.dtype = "bfloat16"};
  const Parting parting = parting_of(left, {}, kRoundings);
  ASSERT_TRUE(parting.first);
  EXPECT_EQ(parting.first->unexplained, 4U);
  EXPECT_THAT(explain(parting, Measure::kRoundings),
              AllOf(HasSubstr("float32, on the left bfloat16"), HasSubstr("of another dtype")));
  EXPECT_FALSE(parting_of(left, {}, {Measure::kRoundings, false}).first);
}

TEST(Parting, TheFirstTensorInTheOrderOfATrainingCounts) {
  const Parting parting = parting_of({.up = {7, 6}}, {}, kBits);
  ASSERT_TRUE(parting.first);
  EXPECT_EQ(parting.first->tap, kUp);
  EXPECT_EQ(parting.before, kBlock);
  EXPECT_EQ(parting.compared, 2U);
}

TEST(Parting, AThirdTrainingMaySayWhatRoundingsExplain) {
  const Training far{.block = {1.01, 2, 3, 4}};
  EXPECT_TRUE(parting_of(far, {}, kRoundings).first);
  const TapFiles third;
  write(third, {.moved = 0.01});
  const Taps measured(third.folder());
  EXPECT_FALSE(parting_of(far, {}, {Measure::kRoundings, true, &measured}).first);
  EXPECT_TRUE(
      parting_of({.block = {2, 2, 3, 4}}, {}, {Measure::kRoundings, true, &measured}).first);
}

// Compares two gradients of the same parameter; roundings decide the sign of the second one.
Parting parting_after_update(double own, double other, double moved) {
  const TapKey gradient{0, Phase::kGradients, "w"}, parameter{0, Phase::kParameters, "w"};
  const TapFiles a, b;
  for (const auto& [files, second, updated] :
       {std::tuple{&a, own, 0.501}, std::tuple{&b, other, 0.499}}) {
    std::vector<Moved> spread;
    for (int i = 0; i < 8; ++i) spread.push_back({moved * moved * (1 + i % 2), moved});
    files->write(0, {{.key = gradient, .sizes = {2}, .numbers = {1, second}, .moved = spread},
                     {.key = parameter, .sizes = {2}, .numbers = {0.25, updated}}});
  }
  return find_parting(Taps(a.folder()), Taps(b.folder()), kRoundings);
}

TEST(Parting, AnUpdateMayJumpWhereRoundingsDecideTheSignOfAGradient) {
  EXPECT_FALSE(parting_after_update(-1e-6, 1e-6, 1e-6).first);
  const Parting parting = parting_after_update(0.5, 0.500001, 1e-6);
  ASSERT_TRUE(parting.first) << "the sign is certain";
  EXPECT_EQ(parting.first->tap.phase, Phase::kParameters);
}

TEST(Parting, OtherSizesPart) {
  const TapFiles a, b;
  a.write(0, {{.key = kUp, .sizes = {2}, .numbers = {1, 2}}});
  b.write(0, {{.key = kUp, .sizes = {3}, .numbers = {1, 2, 3}}});
  EXPECT_TRUE(find_parting(Taps(a.folder()), Taps(b.folder()), kRoundings).first);
}

TEST(Parting, WhatOneSideAloneHasIsNotCompared) {
  const TapFiles a, b;
  a.write(0, {{.key = kUp, .sizes = {2}, .numbers = {1, 2}}});
  b.write(0, {{.key = kBlock, .sizes = {1}, .numbers = {1}},
              {.key = kUp, .sizes = {2}, .numbers = {1, 2}}});
  EXPECT_EQ(find_parting(Taps(a.folder()), Taps(b.folder()), kBits).compared, 1U);
}

TEST(Parting, ReplicasOfOneSideThatDifferAreNamed) {
  const TapFiles a, b;
  for (const TapFiles* files : {&a, &b}) {
    const double other = files == &a ? 2.5 : 2;
    files->write(0, {{.key = kUp, .sizes = {2}, .holders = "0-1", .numbers = {1, 2}}});
    files->write(1, {{.key = kUp, .sizes = {2}, .holders = "0-1", .numbers = {1, other}}});
  }
  const Parting parting = find_parting(Taps(a.folder()), Taps(b.folder()), kBits);
  EXPECT_FALSE(parting.first);
  EXPECT_FALSE(parting.right_ranks);
  EXPECT_THAT(
      explain(parting, Measure::kBits),
      HasSubstr("on the left: gradient of up in step 0 at [1] is 2.5 on rank 1, 2 on rank 0"));
}

TEST(Parting, OfTwoReplicasTheOneThatDiffersFromTheOtherSideIsNamed) {
  const TapFiles a, b;
  for (const TapFiles* files : {&a, &b}) {
    const double wrong = files == &a ? 9 : 1;
    files->write(0, {{.key = kUp, .sizes = {1}, .holders = "0,2-3", .numbers = {wrong}}});
    files->write(2, {{.key = kUp, .sizes = {1}, .holders = "0,2-3", .numbers = {1}}});
    files->write(1, {{.key = kBlock, .sizes = {1}, .numbers = {1}}});
  }
  const Parting parting = find_parting(Taps(a.folder()), Taps(b.folder()), kBits);
  ASSERT_TRUE(parting.left_ranks);
  EXPECT_EQ(parting.left_ranks->replica.rank, 0);
  EXPECT_EQ(parting.left_ranks->replica.other_value, 1);
  ASSERT_TRUE(parting.first);
  EXPECT_THAT(parting.first->right_ranks, ElementsAre(Pair(0, 1), Pair(2, 1), Pair(3, 1)));
}

TEST(Parting, TellsWhereByHowMuchAndDrawsIt) {
  const std::string text =
      explain(parting_of({.block = {1, 2, 3.5, 5}}, {}, kBits), Measure::kBits);
  EXPECT_THAT(text, HasSubstr("They part in forward: output of block in step 0\n"));
  EXPECT_THAT(text, HasSubstr("2 of 4 have other bits; held by rank 0 on the left"));
  EXPECT_THAT(text, HasSubstr("[1, 1]                5                         4\n"));
  EXPECT_THAT(text, AllOf(HasSubstr("|  |\n"), HasSubstr("|+@|\n")));
  EXPECT_THAT(text, Not(HasSubstr("roundings")));
}

}  // namespace
}  // namespace gridlock::golden
