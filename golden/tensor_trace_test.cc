#include "golden/tensor_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden/test_trace_files.h"

namespace gridlock::golden {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

const TensorKey kGain{0, Phase::kGradients, "gain"};

TEST(TensorTrace, PutShardsTogether) {
  const TestTraceFiles files;
  files.write(0, {{.key = kGain, .sizes = {3, 2}, .holders = "0", .numbers = {1, 2, 3, 4}}});
  files.write(1, {{.key = kGain, .sizes = {3, 2}, .holders = "1", .first = 4, .numbers = {5, 6}}});
  const TracedTensor tensor = TensorTrace(files.folder()).tensor(kGain);
  EXPECT_THAT(tensor.values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(tensor.holders, ElementsAre(0, 0, 0, 0, 1, 1));
  EXPECT_FALSE(tensor.replica_mismatch);
}

TEST(TensorTrace, PutPositionsTogetherThatLieInTheMiddle) {
  const TensorKey output{0, Phase::kForward, "block"};
  const TestTraceFiles files;
  // The tensor has two rows of four positions. Each rank holds two positions of both rows.
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
  const TracedTensor tensor = TensorTrace(files.folder()).tensor(output);
  EXPECT_THAT(tensor.values, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(tensor.holders, ElementsAre(0, 0, 1, 1, 0, 0, 1, 1));
  EXPECT_THAT(tensor.groups, ElementsAre(ElementsAre(0), ElementsAre(1)));
}

TEST(TensorTrace, FindTheReplicaThatDiffers) {
  const TestTraceFiles files;
  files.write(0, {{.key = kGain, .sizes = {3}, .holders = "0-1", .numbers = {1, 2, 3}}});
  files.write(1, {{.key = kGain, .sizes = {3}, .holders = "0-1", .numbers = {1, 2.5, 3}}});
  const TracedTensor tensor = TensorTrace(files.folder()).tensor(kGain);
  EXPECT_THAT(tensor.groups, ElementsAre(ElementsAre(0, 1)));
  ASSERT_TRUE(tensor.replica_mismatch);
  EXPECT_EQ(tensor.replica_mismatch->rank, 1);
  EXPECT_EQ(tensor.replica_mismatch->index, 1U);
  EXPECT_EQ(tensor.replica_mismatch->value, 2.5);
  EXPECT_EQ(tensor.replica_mismatch->other_value, 2);
}

TEST(TensorTrace, WhatEachRankKeepsForItselfMayDiffer) {
  const TestTraceFiles files;
  files.write(0, {{.key = kGain, .sizes = {1}, .holders = "rank 0", .numbers = {1}}});
  files.write(1, {{.key = kGain, .sizes = {1}, .holders = "rank 1", .numbers = {2}}});
  EXPECT_FALSE(TensorTrace(files.folder()).tensor(kGain).replica_mismatch);
}

TEST(TensorTrace, OfWhatIsUnplacedTheFirstRankCountsWhateverTheSizes) {
  const TestTraceFiles files;
  files.write(0, {{.key = kGain, .sizes = {1}, .numbers = {1}, .unplaced = true}});
  files.write(1, {{.key = kGain, .sizes = {2}, .numbers = {2, 3}, .unplaced = true}});
  const TracedTensor tensor = TensorTrace(files.folder()).tensor(kGain);
  EXPECT_TRUE(tensor.unplaced);
  EXPECT_THAT(tensor.values, ElementsAre(1));
}

TEST(TensorTrace, SayHowTheBatchIsSplit) {
  const TensorKey inputs{0, Phase::kForward, "inputs"};
  const TestTraceFiles files;
  files.write(0, {{.key = inputs, .sizes = {2, 2}, .part = {1, 2}, .numbers = {1, 2}}});
  files.write(1, {{.key = inputs, .sizes = {2, 2}, .part = {1, 2}, .first = 2, .numbers = {3, 4}}});
  const BatchSplit rows = {{{0, {1, 2}}}, {{2, {1, 2}}}};
  EXPECT_EQ(TensorTrace(files.folder()).batch_split(), rows);
}

TEST(TensorTrace, AddUpHowFarShardsMovedAndCountReplicasOnce) {
  const TestTraceFiles files;
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
  const TensorTrace trace(files.folder());
  ASSERT_EQ(trace.moved(kGain).size(), 1U);
  EXPECT_EQ(trace.moved(kGain)[0].squares, 5);
  EXPECT_EQ(trace.moved(kGain)[0].largest, 2);
  EXPECT_THAT(trace.tensor(kGain).values, ElementsAre(0.5, 1));
  EXPECT_THAT(trace.moved({1, Phase::kGradients, "gain"}), IsEmpty());
}

TEST(TensorTrace, AreInTheOrderOfATraining) {
  const TestTraceFiles files;
  const auto entry = [](std::size_t step, Phase phase, const char* name) {
    return TestTraceEntry{.key = {step, phase, name}, .sizes = {1}, .holders = "0", .numbers = {0}};
  };
  files.write(0, {entry(0, Phase::kForward, "z"), entry(0, Phase::kForward, "a"),
                  entry(0, Phase::kOptimizer, "w"), entry(0, Phase::kLoss, "loss"),
                  entry(1, Phase::kForward, "z")});
  std::vector<std::string> words;
  const TensorTrace trace(files.folder());
  for (const TensorKey& key : trace.keys()) words.push_back(describe(key));
  EXPECT_THAT(words, ElementsAre("output of z in step 0", "output of a in step 0", "loss in step 0",
                                 "optimizer state w after step 0", "output of z in step 1"));
}

TEST(TensorTrace, SayWhatIsWrongWithAFile) {
  const TestTraceFiles files;
  EXPECT_THAT([&] { TensorTrace trace(files.folder()); },
              ThrowsMessage<TensorTraceError>(HasSubstr("no tensor trace in")));
  files.write(0, {{.key = kGain, .sizes = {2}, .holders = "0", .first = 1, .numbers = {1, 2}}});
  EXPECT_THAT([&] { TensorTrace(files.folder()).tensor(kGain); },
              ThrowsMessage<TensorTraceError>(HasSubstr("outside of its tensor")));
  files.write(0, {{.key = kGain, .sizes = {2}, .holders = "0", .numbers = {1, 2}}});
  files.write(1, {{.key = kGain, .sizes = {3}, .holders = "1", .numbers = {1, 2, 3}}});
  EXPECT_THAT([&] { TensorTrace(files.folder()).tensor(kGain); },
              ThrowsMessage<TensorTraceError>(HasSubstr("the sizes on rank 1 differ")));
}

}  // namespace
}  // namespace gridlock::golden
