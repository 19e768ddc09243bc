#include "golden/taps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden/test_taps.h"

namespace gridlock::golden {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

const TapKey kGain{0, Phase::kGradients, "gain"};

TEST(Taps, PutShardsTogether) {
  const TapFiles files;
  files.write(0, {{.key = kGain, .sizes = {3, 2}, .holders = "0", .numbers = {1, 2, 3, 4}}});
  files.write(1, {{.key = kGain, .sizes = {3, 2}, .holders = "1", .first = 4, .numbers = {5, 6}}});
  const TappedTensor tensor = Taps(files.folder()).tensor(kGain);
  EXPECT_THAT(tensor.values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(tensor.holders, ElementsAre(0, 0, 0, 0, 1, 1));
  EXPECT_FALSE(tensor.other_replica);
}

TEST(Taps, PutPositionsTogetherThatLieInTheMiddle) {
  const TapKey output{0, Phase::kForward, "block"};
  const TapFiles files;
  // Two rows of four positions; each rank has two positions of both rows.
  files.write(0, {{.key = output,
                   .sizes = {2, 4},
                   .part = {2, 2},
                   .holders = "rank 0",
                   .numbers = {1, 2, 5, 6}}});
  files.write(1, {{.key = output,
                   .sizes = {2, 4},
                   .part = {2, 2},
                   .holders = "rank 1",
                   .first = 2,
                   .numbers = {3, 4, 7, 8}}});
  const TappedTensor tensor = Taps(files.folder()).tensor(output);
  EXPECT_THAT(tensor.values, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(tensor.holders, ElementsAre(0, 0, 1, 1, 0, 0, 1, 1));
  EXPECT_THAT(tensor.groups, ElementsAre(ElementsAre(0), ElementsAre(1)));
}

TEST(Taps, FindTheReplicaThatDiffers) {
  const TapFiles files;
  files.write(0, {{.key = kGain, .sizes = {3}, .holders = "0-1", .numbers = {1, 2, 3}}});
  files.write(1, {{.key = kGain, .sizes = {3}, .holders = "0-1", .numbers = {1, 2.5, 3}}});
  const TappedTensor tensor = Taps(files.folder()).tensor(kGain);
  EXPECT_THAT(tensor.groups, ElementsAre(ElementsAre(0, 1)));
  ASSERT_TRUE(tensor.other_replica);
  EXPECT_EQ(tensor.other_replica->rank, 1);
  EXPECT_EQ(tensor.other_replica->index, 1U);
  EXPECT_EQ(tensor.other_replica->value, 2.5);
  EXPECT_EQ(tensor.other_replica->other_value, 2);
}

TEST(Taps, WhatEachRankKeepsForItselfMayDiffer) {
  const TapFiles files;
  files.write(0, {{.key = kGain, .sizes = {1}, .holders = "rank 0", .numbers = {1}}});
  files.write(1, {{.key = kGain, .sizes = {1}, .holders = "rank 1", .numbers = {2}}});
  EXPECT_FALSE(Taps(files.folder()).tensor(kGain).other_replica);
}

TEST(Taps, OfWhatIsUnplacedTheFirstRankCountsWhateverTheSizes) {
  const TapFiles files;
  files.write(0, {{.key = kGain, .sizes = {1}, .numbers = {1}, .unplaced = true}});
  files.write(1, {{.key = kGain, .sizes = {2}, .numbers = {2, 3}, .unplaced = true}});
  const TappedTensor tensor = Taps(files.folder()).tensor(kGain);
  EXPECT_TRUE(tensor.unplaced);
  EXPECT_THAT(tensor.values, ElementsAre(1));
}

TEST(Taps, SayHowTheBatchIsSplit) {
  const TapKey inputs{0, Phase::kForward, "inputs"};
  const TapFiles files;
  files.write(0, {{.key = inputs, .sizes = {2, 2}, .part = {1, 2}, .numbers = {1, 2}}});
  files.write(1, {{.key = inputs, .sizes = {2, 2}, .part = {1, 2}, .first = 2, .numbers = {3, 4}}});
  const BatchSplit rows = {{{0, {1, 2}}}, {{2, {1, 2}}}};
  EXPECT_EQ(Taps(files.folder()).batch_split(), rows);
}

TEST(Taps, AddUpHowFarShardsMovedAndCountReplicasOnce) {
  const TapFiles files;
  files.write(0, {{.key = kGain,
                   .sizes = {2},
                   .part = {1},
                   .holders = "0",
                   .scale = 0.5,
                   .numbers = {1},
                   .moved = {{4, 2}}}});
  files.write(1, {{.key = kGain,
                   .sizes = {2},
                   .part = {1},
                   .holders = "1",
                   .first = 1,
                   .scale = 0.5,
                   .numbers = {2},
                   .moved = {{16, 4}}}});
  files.write(2, {{.key = kGain,
                   .sizes = {2},
                   .part = {1},
                   .holders = "1",
                   .first = 1,
                   .scale = 0.5,
                   .numbers = {2},
                   .moved = {{16, 4}}}});
  const Taps taps(files.folder());
  ASSERT_EQ(taps.moved(kGain).size(), 1U);
  EXPECT_EQ(taps.moved(kGain)[0].squares, 5);
  EXPECT_EQ(taps.moved(kGain)[0].largest, 2);
  EXPECT_THAT(taps.tensor(kGain).values, ElementsAre(0.5, 1));
  EXPECT_THAT(taps.moved({1, Phase::kGradients, "gain"}), IsEmpty());
}

TEST(Taps, AreInTheOrderOfATraining) {
  const TapFiles files;
  const auto tap = [](std::size_t step, Phase phase, const char* name) {
    return TapToWrite{.key = {step, phase, name}, .sizes = {1}, .holders = "0", .numbers = {0}};
  };
  files.write(0, {tap(0, Phase::kForward, "z"), tap(0, Phase::kForward, "a"),
                  tap(0, Phase::kOptimizer, "w"), tap(0, Phase::kLoss, "loss"),
                  tap(1, Phase::kForward, "z")});
  std::vector<std::string> words;
  const Taps taps(files.folder());
  for (const TapKey& key : taps.keys()) words.push_back(describe(key));
  EXPECT_THAT(words, ElementsAre("output of z in step 0", "output of a in step 0", "loss in step 0",
                                 "optimizer state w after step 0", "output of z in step 1"));
}

TEST(Taps, SayWhatIsWrongWithAFile) {
  const TapFiles files;
  EXPECT_THAT([&] { Taps taps(files.folder()); },
              ThrowsMessage<TapsError>(HasSubstr("no taps in")));
  files.write(0, {{.key = kGain, .sizes = {2}, .holders = "0", .first = 1, .numbers = {1, 2}}});
  EXPECT_THAT([&] { Taps(files.folder()).tensor(kGain); },
              ThrowsMessage<TapsError>(HasSubstr("outside of its tensor")));
  files.write(0, {{.key = kGain, .sizes = {2}, .holders = "0", .numbers = {1, 2}}});
  files.write(1, {{.key = kGain, .sizes = {3}, .holders = "1", .numbers = {1, 2, 3}}});
  EXPECT_THAT([&] { Taps(files.folder()).tensor(kGain); },
              ThrowsMessage<TapsError>(HasSubstr("other sizes on rank 1")));
}

}  // namespace
}  // namespace gridlock::golden
