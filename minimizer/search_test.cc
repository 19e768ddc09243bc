#include "minimizer/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace gridlock::minimizer {
namespace {

using ::testing::ElementsAre;

// Answers all questions of a search and returns the accepted choices.
Choices search_all(Search& search, const std::function<bool(const Choices&)>& fails) {
  while (!search.done()) search.tell(fails(search.question()));
  return search.accepted();
}

Choices search_all(const Forest& forest, const std::function<bool(const Choices&)>& fails,
                   Search::Start start = Search::Start::kCoarse) {
  Search search(forest, {}, start);
  return search_all(search, fails);
}

Piece leaf(int parent, double weight = 1) {
  return {parent, weight, {{"drop"}}, {}, ""};
}

TEST(Search, ParentsAreTriedBeforeTheirChildren) {
  const Forest forest({leaf(-1, 3), leaf(0), leaf(0), leaf(-1, 3), leaf(3), leaf(3)});
  std::vector<Choices> asked;
  const Choices end = search_all(forest, [&](const Choices& choices) {
    asked.push_back(choices);
    return choices[1] == kKeep;
  });
  EXPECT_THAT(end, ElementsAre(kKeep, kKeep, 0, 0, kGone, kGone));
  EXPECT_LE(asked.size(), 4U);
}

TEST(Search, WhatTheNecessaryNeedsIsNotTried) {
  std::vector<Piece> pieces(20, leaf(-1));
  for (int i = 1; i < 20; ++i) pieces[i].needs = {i - 1};
  const Forest forest(pieces);
  int questions = 0;
  const Choices end = search_all(forest, [&](const Choices& choices) {
    ++questions;
    return choices[12] == kKeep;
  });
  EXPECT_EQ(std::ranges::count(end, kKeep), 13);
  EXPECT_LE(questions, 7);
}

TEST(Search, TheSecondAlternativeIsTriedOnWhatStays) {
  Piece block{-1, 3, {{"drop"}, {"unwrap", false, false}}, {}, ""};
  const Forest forest({block, leaf(0), leaf(0)});
  const Choices end =
      search_all(forest, [](const Choices& choices) { return choices[1] == kKeep; });
  EXPECT_THAT(end, ElementsAre(1, kKeep, 0));
}

TEST(Search, KnownNecessaryPlacesAreNotAskedAbout) {
  const Forest forest({leaf(-1), leaf(-1), leaf(-1)});
  Search search(forest, {{0, 0}, {2, 0}}, Search::Start::kCoarse);
  int questions = 0;
  search_all(search, [&](const Choices& choices) {
    ++questions;
    EXPECT_THAT(choices, ElementsAre(kKeep, 0, kKeep));
    return false;
  });
  EXPECT_EQ(questions, 1);
}

TEST(Search, TellsWhatItFoundNecessary) {
  const Forest forest({leaf(-1), leaf(-1), leaf(-1)});
  Search search(forest, {}, Search::Start::kFine);
  std::vector<Place> shown;
  while (!search.done())
    if (const auto place = search.tell(search.question()[1] == kKeep)) shown.push_back(*place);
  EXPECT_THAT(shown, ElementsAre(Place(1, 0)));
}

TEST(Search, OfNothingIsDone) {
  EXPECT_TRUE(Search(Forest({}), {}, Search::Start::kFine).done());
}

}  // namespace
}  // namespace gridlock::minimizer
