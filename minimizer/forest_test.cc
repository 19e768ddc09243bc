#include "minimizer/forest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace gridlock::minimizer {
namespace {

using ::testing::ElementsAre;

Piece piece(int parent, std::vector<int> needs = {}) {
  return {parent, 1, {{"drop"}, {"unwrap", false, false}, {"value", true, false}}, needs, ""};
}

Choices closed(const Forest& forest, Choices choices) {
  forest.close(choices);
  return choices;
}

TEST(Forest, WhatIsDroppedTakesWhatIsBelowItAndItsUsers) {
  // Piece 0 contains piece 1. Piece 2 uses 1, and piece 3 uses 2. Piece 4 is independent.
  const Forest forest({piece(-1), piece(0), piece(-1, {1}), piece(-1, {2}), piece(-1)});
  EXPECT_THAT(closed(forest, {0, -1, -1, -1, -1}), ElementsAre(0, kGone, kGone, kGone, kKeep));
  EXPECT_THAT(closed(forest, {-1, -1, 0, -1, -1}), ElementsAre(kKeep, kKeep, 0, kGone, kKeep));
}

TEST(Forest, AnUnwrappedBlockLeavesItsContentsAndAValueItsUsers) {
  const Forest forest({piece(-1), piece(0), piece(-1, {0})});
  EXPECT_THAT(closed(forest, {1, -1, -1}), ElementsAre(1, kKeep, kKeep));
  EXPECT_THAT(closed(forest, {2, -1, -1}), ElementsAre(2, kGone, kKeep));
}

TEST(Forest, AUserThatIsReplacedStaysWithoutItsDefinition) {
  const Forest forest({piece(-1), piece(-1, {0})});
  EXPECT_THAT(closed(forest, {0, 2}), ElementsAre(0, 2));
}

TEST(Forest, UsersMayComeBeforeDefinitionsAndUseEachOther) {
  const Forest forest({piece(-1, {1}), piece(-1, {0})});
  EXPECT_THAT(closed(forest, {-1, 0}), ElementsAre(kGone, 0));
}

TEST(Forest, KnowsDepths) {
  const Forest forest({piece(-1), piece(0), piece(1), piece(-1)});
  EXPECT_EQ(forest.levels(), 3);
  EXPECT_EQ(forest.depth(2), 2);
  EXPECT_EQ(forest.depth(3), 0);
}

TEST(Forest, RefusesPiecesThatBreakTheRules) {
  EXPECT_THROW(Forest({piece(0)}), std::invalid_argument);
  EXPECT_THROW(Forest({piece(-1, {1})}), std::invalid_argument);
  Piece weightless = piece(-1);
  weightless.weight = 0;
  EXPECT_THROW(Forest({weightless}), std::invalid_argument);
}

}  // namespace
}  // namespace gridlock::minimizer
