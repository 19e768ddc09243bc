#include "minimizer/skeleton/skeleton.h"

#include <gmock/gmock.h>

#include "minimizer/skeleton/test_calls.h"

namespace gridlock::minimizer {
namespace {

using trace::Op;

TEST(SkeletonTest, WithACallItsWaitGoesAndOthersKeepTheirs) {
  Skeleton skeleton{{{0, 1}},
                    {{{collective(Op::kAllreduce, 0, true), collective(Op::kBarrier, 0, true),
                       wait_for(0), wait_for(1)}}}};
  drop_call(skeleton, 0, 0);
  ASSERT_EQ(skeleton.ranks[0].calls.size(), 2u);
  EXPECT_EQ(skeleton.ranks[0].calls[0].operation.op, Op::kBarrier);
  EXPECT_EQ(skeleton.ranks[0].calls[1].operation.of, 0);
  EXPECT_EQ(call_count(skeleton), 1);
}

TEST(SkeletonTest, BehindARankOthersMoveUp) {
  Skeleton skeleton{
      {{0, 1, 2}, {0, 1}},
      {{{collective(Op::kBarrier, 1)}}, {}, {{send(0), collective(Op::kBarrier, 0)}}}};
  ASSERT_TRUE(drop_rank(skeleton, 1));
  ASSERT_EQ(skeleton.groups,
            (std::vector<std::vector<int>>{{0, 1}}));  // the other group is left out
  EXPECT_TRUE(skeleton.ranks[0].calls.empty());
  EXPECT_EQ(skeleton.ranks[1].calls[0].operation.peer, 0);
  EXPECT_FALSE(drop_rank(skeleton, 0));  // rank 1 sends to rank 0
  EXPECT_EQ(skeleton.ranks.size(), 2u);
}

TEST(SkeletonTest, BehindACallThatGoesIsWhatWasBeforeIt) {
  Skeleton skeleton{{{0, 1}},
                    {{{collective(Op::kAllreduce, 0), collective(Op::kBarrier, 0),
                       collective(Op::kBroadcast, 0)}}}};
  auto& calls = skeleton.ranks[0].calls;
  calls[1].operation.after = 0;
  calls[2].operation.after = 1;
  drop_call(skeleton, 0, 1);
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[1].operation.after, 0);
  drop_call(skeleton, 0, 0);
  EXPECT_EQ(calls[0].operation.after, -1);
}

}  // namespace
}  // namespace gridlock::minimizer
