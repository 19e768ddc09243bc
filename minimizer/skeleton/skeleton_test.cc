#include "minimizer/skeleton/skeleton.h"

#include <gmock/gmock.h>

#include "minimizer/skeleton/cpp.h"

namespace gridlock::minimizer {
namespace {

using prover::model::Operation;
using testing::HasSubstr;
using testing::Not;
using trace::Op;
using Kind = Operation::Kind;

RecordedCall collective(Op op, int group, bool async = false) {
  return {{.kind = Kind::kCollective, .op = op, .group = group, .async = async}, "train.py:7"};
}
RecordedCall send(int peer) {
  return {{.kind = Kind::kSend, .op = Op::kSend, .peer = peer, .tag = 3}, ""};
}
RecordedCall wait_for(int index) {
  return {{.kind = Kind::kWait, .of = index}, ""};
}

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
  ASSERT_EQ(skeleton.groups, (std::vector<std::vector<int>>{{0, 1}}));  // the other had one member
  EXPECT_TRUE(skeleton.ranks[0].calls.empty());
  EXPECT_EQ(skeleton.ranks[1].calls[0].operation.peer, 0);
  EXPECT_FALSE(drop_rank(skeleton, 0));  // to which rank 1 sends
  EXPECT_EQ(skeleton.ranks.size(), 2u);
}

TEST(SkeletonTest, InCppRanksWithTheSameCallsAreWrittenOnce) {
  const Skeleton skeleton{{{0, 1, 2}, {1, 2}},
                          {{{collective(Op::kAllreduce, 0)}},
                           {{collective(Op::kBarrier, 1, true), wait_for(0)}},
                           {{collective(Op::kBarrier, 1, true), wait_for(0)}, true}}};
  const std::string text = cpp_text(skeleton, "Rank 1 is elsewhere.");
  EXPECT_THAT(text, HasSubstr("// Rank 1 is elsewhere.\n"));
  EXPECT_THAT(text, HasSubstr("constexpr int kRanks = 3;"));
  EXPECT_THAT(text,
              HasSubstr("    case 0:\n      all_reduce(*group, 1)->wait();  // train.py:7\n"));
  EXPECT_THAT(text, HasSubstr("    case 1:\n    case 2:\n      {\n"
                              "      const Work work_0 = barrier(*group_1);  // train.py:7\n"
                              "      work_0->wait();\n      }\n      break;\n"));
  EXPECT_THAT(text, HasSubstr("    if (rank == 2) _exit(0);\n    pause();\n"));
  EXPECT_THAT(text, Not(HasSubstr("Work broadcast(")));
}

TEST(SkeletonTest, WhatHasNoFormInCppIsNamed) {
  const Skeleton skeleton{{{0, 1}}, {{{collective(Op::kAllreduceSparse, 0)}}, {}}};
  try {
    cpp_text(skeleton, "");
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "sparse all_reduce has no form in C++ here");
  }
}

}  // namespace
}  // namespace gridlock::minimizer
