#include "golden/state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridlock::golden {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A fixture with two steps of four ranks, which hold two replicas of two shards.
class States : public ::testing::Test {
 protected:
  States() {
    for (int rank = 0; rank < 4; ++rank) {
      const bool lower = rank % 2 == 0;
      const ShardDigests held{{{lower ? "0,2" : "1,3", {lower ? 5U : 7U, 8}}}, {{"0-3", 16}}};
      ranks_.push_back({{held, held, held}, {held, held, held}});
    }
  }

  std::vector<RankStates> all() const {
    std::vector<RankStates> all;
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
      all.push_back({static_cast<int>(rank), ranks_[rank]});
    return all;
  }

  std::vector<std::vector<State>> ranks_;
};

TEST_F(States, ShardsAddUpAndReplicasCountOnce) {
  EXPECT_FALSE(find_state_fault(all()));
  const auto wholes = whole_states(all());
  ASSERT_EQ(wholes.size(), 2U);
  EXPECT_EQ(wholes[1].parameters, (Digest{12, 16}));
}

TEST_F(States, AReplicaWithOtherBitsIsFoundAtItsStepAndRank) {
  for (int rank : {0, 1})
    ranks_.push_back(ranks_[static_cast<std::size_t>(rank)]);  // three replicas
  for (auto& steps : ranks_) {
    for (State& step : steps) {
      for (auto* held : {&step.gradients, &step.parameters, &step.optimizer}) {
        auto node = (*held)->parts.extract((*held)->parts.begin());
        node.key() = node.key() == "0,2" ? "0,2,4" : "1,3,5";
        (*held)->parts.insert(std::move(node));
      }
    }
  }
  ASSERT_FALSE(find_state_fault(all()));
  ranks_[3][1].parameters->parts["1,3,5"].sum += 1;
  const auto fault = find_state_fault(all());
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->tensors, "parameters");
  EXPECT_EQ(fault->step, 1U);
  EXPECT_THAT(fault->ranks, ElementsAre(3));
  EXPECT_EQ(fault->sentence, "parameters after step 1: rank 3 holds different bits than rank 1");
}

TEST_F(States, GradientsComeBeforeParametersAndTheEarliestStepFirst) {
  ranks_[2][1].gradients->parts["0,2"].sum += 1;
  ranks_[2][0].optimizer->parts["0,2"].sum += 1;
  EXPECT_EQ(find_state_fault(all())->tensors, "optimizer state");
  ranks_[2][0].gradients->parts["0,2"].sum += 1;
  EXPECT_EQ(find_state_fault(all())->tensors, "gradients");
}

TEST_F(States, ActivationsComeBeforeAllElse) {
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
    for (State& step : ranks_[rank])
      step.activations = ShardDigests{{{std::to_string(rank), {rank, 8}}}, {{"0-3", 32}}};
  EXPECT_FALSE(find_state_fault(all()));
  const auto right = whole_states(all());
  EXPECT_EQ(right[0].activations, (Digest{6, 32}));
  ranks_[2][1].activations->parts["2"].sum += 1;
  ranks_[2][1].gradients->parts["0,2"].sum += 1;
  const auto mismatch = compare_states(whole_states(all()), right);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->tensors, "activations");
  EXPECT_EQ(mismatch->step, 1U);
  ranks_[3][0].activations->parts.clear();
  EXPECT_EQ(find_state_fault(all())->tensors, "activations");
}

TEST_F(States, AMissingShardIsFound) {
  ranks_.erase(ranks_.begin() + 3);
  ranks_.erase(ranks_.begin() + 1);
  const auto fault = find_state_fault(all());
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->ranks, IsEmpty());
  EXPECT_EQ(fault->sentence, "gradients of step 0: the ranks hold only 8 of 16 bytes");
}

TEST_F(States, ARankThatSaysNothingOrHasOtherTensorsIsFound) {
  const auto healthy = ranks_;
  ranks_[1][1].optimizer.reset();
  EXPECT_EQ(find_state_fault(all())->sentence,
            "optimizer state after step 1: rank 1 reports nothing");
  ranks_ = healthy;
  ranks_[2][0].gradients->bytes["0-3"] = 12;
  EXPECT_EQ(find_state_fault(all())->sentence,
            "gradients of step 0: rank 2 has 12 bytes, rank 0 has 16 bytes");
}

TEST_F(States, WhatARankKeepsForItselfMayDiffer) {
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const std::string own = "rank " + std::to_string(rank);
    for (State& step : ranks_[rank]) {
      step.parameters->parts[own] = {rank, 4 + rank};
      step.parameters->bytes[own] = 4 + rank;
    }
  }
  EXPECT_FALSE(find_state_fault(all()));
}

TEST_F(States, WhatAllRanksKeepAlikeCountsOnce) {
  const auto keep = [&](std::uint64_t sum_of_rank_3) {
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      const std::string own = "rank " + std::to_string(rank);
      for (State& step : ranks_[rank]) {
        step.parameters->parts[own] = {rank == 3 ? sum_of_rank_3 : 1, 4};
        step.parameters->bytes[own] = 4;
      }
    }
    return whole_states(all())[0].parameters;
  };
  EXPECT_EQ(keep(1), (Digest{12 + 1, 16 + 4}));
  EXPECT_EQ(keep(2), (Digest{12 + 5, 16 + 16}));
}

TEST_F(States, NobodyNeedsToLook) {
  for (auto& steps : ranks_) steps = {{}, {}};
  EXPECT_FALSE(find_state_fault(all()));
  const auto wholes = whole_states(all());
  EXPECT_FALSE(compare_states(wholes, wholes));
  EXPECT_FALSE(find_state_fault({}));
  EXPECT_THAT(whole_states({}), IsEmpty());
}

TEST_F(States, TwoCellsDivergeAtTheFirstStepInTheFirstTensors) {
  const auto left = whole_states(all());
  EXPECT_FALSE(compare_states(left, left));
  for (auto& steps : ranks_) {
    for (auto& [holders, digest] : steps[1].parameters->parts) digest.sum += 1;
  }
  const auto mismatch = compare_states(left, whole_states(all()));
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->step, 1U);
  EXPECT_EQ(mismatch->steps_differing, 1U);
  EXPECT_EQ(explain(*mismatch),
            "parameters after step 1: not the same bits (digest 000000000000000c against "
            "000000000000000e)");
}

TEST_F(States, TheSameDigestsDoNotDependOnHowTensorsAreSharded) {
  const auto sharded = whole_states(all());
  const ShardDigests full{{{"0-1", {12, 16}}}, {{"0-1", 16}}};
  ranks_ = {{{full, full, full}, {full, full, full}}, {{full, full, full}, {full, full, full}}};
  EXPECT_FALSE(compare_states(sharded, whole_states(all())));
}

TEST_F(States, OtherSizesAreSaid) {
  const auto left = whole_states(all());
  const ShardDigests half{{{"0", {12, 8}}}, {{"0", 8}}};
  ranks_ = {{{half, half, half}}};
  EXPECT_EQ(explain(*compare_states(left, whole_states(all()))),
            "gradients of step 0: 16 bytes against 8");
}

}  // namespace
}  // namespace gridlock::golden
