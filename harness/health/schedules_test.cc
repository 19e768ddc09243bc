#include "harness/health/schedules.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/health/test_frames.h"

namespace gridlock::health {
namespace {

using protocol::CompiledFrame;
using testing::all_gather;
using testing::all_reduce;
using testing::frame;
using testing::two_ranks;
using testing::with;

TEST(Schedules, ThatAgreeAreConsistent) {
  const CompiledFrame both = with(frame("0/0"), {all_gather(), all_reduce()});
  EXPECT_FALSE(find_inconsistency(two_ranks({both}, {both})));
  EXPECT_FALSE(find_inconsistency({}));
  EXPECT_FALSE(find_inconsistency(two_ranks({frame("0/0")}, {})));
}

TEST(Schedules, AnotherOrderIsInconsistent) {
  const auto found =
      find_inconsistency(two_ranks({with(frame("0/0"), {all_gather(), all_reduce()}, "backward")},
                                   {with(frame("0/0"), {all_reduce(), all_gather()}, "backward")}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ranks, std::vector<int>{1});
  EXPECT_EQ(
      sentence(*found),
      "the backward graph of forward (case.py) differs between ranks: collective 1 over ranks "
      "0-1 is all_reduce f32[8, 16] ('sum') on rank 1, and all_gather_into_tensor "
      "f32[16, 16] (2) on rank 0");
}

TEST(Schedules, OneMoreIsInconsistent) {
  const auto found = find_inconsistency(two_ranks(
      {with(frame("0/0"), {all_reduce()})}, {with(frame("0/0"), {all_reduce(), all_gather()})}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->position, 1U);
  EXPECT_EQ(found->right, "nothing");
  EXPECT_TRUE(
      find_inconsistency(two_ranks({with(frame("0/0"), {all_reduce()})}, {with(frame("0/0"), {})})))
      << "compiled without any";
}

TEST(Schedules, ARankThatDoesNotCompileItMayRunItEagerly) {
  const CompiledFrame compiled = with(frame("0/0"), {all_reduce()});
  EXPECT_FALSE(find_inconsistency(two_ranks({compiled}, {})));
  const CompiledFrame again = with(frame("0/1"), {all_reduce()});
  EXPECT_FALSE(find_inconsistency(two_ranks({compiled, again}, {compiled})));
}

CompiledFrame broken(CompiledFrame frame, int line) {
  frame.breaks.push_back({"Failed to trace builtin operator", "", frame.file, line, "forward", ""});
  return frame;
}

CompiledFrame resumed(const std::string& id, int line) {
  CompiledFrame rest = frame(id, fmt::format("torch_dynamo_resume_in_forward_at_{}", line));
  rest.line = line;
  return rest;
}

TEST(Schedules, AfterABreakOnOneRankAloneAnythingMayBeCalled) {
  const CompiledFrame whole = with(frame("0/0"), {all_gather(), all_reduce()});
  const CompiledFrame begin = with(broken(frame("0/0"), 29), {all_gather()});
  EXPECT_FALSE(find_inconsistency(two_ranks({whole}, {begin}))) << "it may go on eagerly";
  EXPECT_FALSE(
      find_inconsistency(two_ranks({whole}, {begin, with(resumed("1/0", 29), {all_reduce()})})));
  const CompiledFrame elsewhere = with(broken(frame("0/0"), 31), {all_gather(), all_reduce()});
  EXPECT_FALSE(find_inconsistency(two_ranks({elsewhere}, {begin})));
}

TEST(Schedules, AfterABreakOnAllRanksTheRestIsComparedWithTheRest) {
  const CompiledFrame begin = with(broken(frame("0/0"), 29), {all_gather()});
  const CompiledFrame rest = with(resumed("1/0", 29), {all_reduce()});
  EXPECT_FALSE(find_inconsistency(two_ranks({begin, rest}, {begin})))
      << "rank 1 has not come to the rest yet";
  EXPECT_FALSE(find_inconsistency(two_ranks({begin, rest}, {begin, rest})));
  EXPECT_TRUE(find_inconsistency(two_ranks({begin, rest}, {begin, with(resumed("1/0", 29), {})})));
  EXPECT_TRUE(find_inconsistency(
      two_ranks({begin}, {with(broken(frame("0/0"), 29), {all_gather(), all_reduce()})})));
}

TEST(Schedules, ABackwardThatIsCompiledLaterIsNotMissing) {
  const CompiledFrame forward = with(frame("0/0"), {all_gather()});
  CompiledFrame backward = with(frame("0/0"), {all_reduce()}, "backward");
  backward.backward = true;
  EXPECT_FALSE(find_inconsistency(two_ranks({forward, backward}, {forward})));
}

TEST(Schedules, OfSeveralFunctionsWithTheSameCodeOneIsNotMissing) {
  const auto block = [](const std::string& id) { return with(frame(id), {all_gather()}); };
  EXPECT_FALSE(find_inconsistency(two_ranks({block("0/0"), block("3/0")}, {block("0/0")})));
  EXPECT_TRUE(find_inconsistency(
      two_ranks({block("0/0"), block("3/0")}, {block("0/0"), with(frame("2/0"), {})})));
}

TEST(Schedules, MethodsOfOneNameAreOfSeveralClasses) {
  CompiledFrame other = with(frame("0/0"), {all_reduce()});
  other.line = 80;
  EXPECT_FALSE(find_inconsistency(two_ranks({with(frame("0/0"), {all_gather()})}, {other})));
}

TEST(Schedules, RecompilesForOtherReasonsAreOtherCode) {
  const auto again = [](const std::string& reason, const protocol::Collective& collective) {
    CompiledFrame frame = with(testing::frame("0/1"), {collective});
    frame.recompiled = reason;
    return frame;
  };
  const CompiledFrame grown = again("0/0: self.n == 1", all_gather());
  EXPECT_FALSE(find_inconsistency(two_ranks({grown}, {again("0/0: grad_mode", all_reduce())})));
  EXPECT_TRUE(find_inconsistency(two_ranks({grown}, {again("4/0: self.n == 1", all_reduce())})))
      << "the frame may have another number there";
}

TEST(Schedules, ShapesCountUnlessTheyAreSymbolicOrUneven) {
  const auto differ = [](const protocol::Collective& a, const protocol::Collective& b) {
    return find_inconsistency(two_ranks({with(frame("0/0"), {a})}, {with(frame("0/0"), {b})}))
        .has_value();
  };
  EXPECT_TRUE(differ(all_reduce(), all_reduce("f32[4, 16]")));
  EXPECT_TRUE(differ(all_reduce(), all_reduce("bf16[8, 16]")));
  EXPECT_FALSE(differ(all_reduce(), all_reduce("f32[s77, 16]")));
  EXPECT_TRUE(differ(all_reduce(), all_reduce("bf16[s77, 16]")));
  const protocol::Collective few{"all_to_all_single", "0-1", "f32[2]", "[1, 1], [2, 0]"};
  const protocol::Collective many{"all_to_all_single", "0-1", "f32[6]", "[3, 3], [4, 2]"};
  EXPECT_FALSE(differ(few, many));
  protocol::Collective maximum = all_reduce();
  maximum.arguments = "'max'";
  EXPECT_TRUE(differ(all_reduce(), maximum));
}

TEST(Schedules, OnlyMembersOfAGroupAreCompared) {
  const auto stage = [](const std::string& group) {
    return with(frame("0/0"), {all_reduce("f32[8, 16]", group)});
  };
  EXPECT_FALSE(find_inconsistency({{0, {stage("0-1")}},
                                   {1, {stage("0-1")}},
                                   {2, {with(frame("0/0"), {all_gather("f32[2]", "2-3")})}},
                                   {3, {with(frame("0/0"), {all_gather("f32[2]", "2-3")})}}}));
  EXPECT_FALSE(find_inconsistency(two_ranks({stage("dp")}, {with(frame("0/0"), {})})))
      << "a group whose ranks are unknown";
}

TEST(Schedules, TheSameRecompilesInAnotherOrderAreConsistent) {
  const CompiledFrame first = with(frame("0/0"), {all_reduce()});
  const auto again = [](const std::string& id, const std::string& tensor) {
    return with(frame(id), {all_reduce(tensor)});
  };
  EXPECT_FALSE(
      find_inconsistency(two_ranks({first, again("0/1", "f32[4]"), again("0/2", "f32[2]")},
                                   {first, again("0/1", "f32[2]"), again("0/2", "f32[4]")})));
}

// With gradient accumulation, only the last micro-batch is reduced. Rank 1 may begin with another
// one.
TEST(Schedules, ARankMayCallAFunctionWithOtherValuesFirst) {
  const auto step = [](const std::string& id, const std::string& values, bool sync) {
    CompiledFrame frame = with(testing::frame(id), {});
    if (sync) frame.graphs.front().collectives = {all_reduce()};
    frame.specialization = values;
    return frame;
  };
  const CompiledFrame synced = step("0/0", "5c1d", true);
  EXPECT_FALSE(find_inconsistency(two_ranks({synced}, {step("0/0", "77ab", false)})));
  EXPECT_TRUE(find_inconsistency(two_ranks({synced}, {step("0/0", "5c1d", false)})));
}

// Ranks may compile specializations in different orders: rank 1 compiles later what rank 0 compiled
// first.
TEST(Schedules, WhatARankCompilesLaterItHas) {
  const CompiledFrame gathers = with(frame("0/0"), {all_gather()});
  const CompiledFrame without = with(frame("0/0"), {});
  for (const char* later : {"0/1", "1/0"}) {
    EXPECT_FALSE(
        find_inconsistency(two_ranks({gathers}, {without, with(frame(later), {all_gather()})})));
  }
  EXPECT_TRUE(find_inconsistency(
      two_ranks({gathers, with(frame("0/1"), {all_gather()})}, {gathers, with(frame("0/1"), {})})))
      << "that is what both compiled first";
}

TEST(Schedules, AReasonMayNameASizeOfTheRank) {
  const auto again = [](const std::string& reason, const protocol::Collective& collective) {
    CompiledFrame frame = with(testing::frame("0/1"), {collective});
    frame.recompiled = reason;
    return frame;
  };
  EXPECT_TRUE(
      find_inconsistency(two_ranks({again("0/0: size 0. expected 8, actual 12", all_gather())},
                                   {again("0/0: size 0. expected 8, actual 13", all_reduce())})));
}

TEST(InconsistencyNews, AreEachToldOnce) {
  const auto ranks = [](const protocol::Collective& collective) {
    return two_ranks({with(frame("0/0"), {all_reduce()})}, {with(frame("0/0"), {collective})});
  };
  InconsistencyNews news;
  EXPECT_FALSE(news.of(ranks(all_reduce())));
  const auto first = news.of(ranks(all_gather()));
  ASSERT_TRUE(first);
  EXPECT_EQ(*first, sentence(*find_inconsistency(ranks(all_gather()))));
  EXPECT_FALSE(news.of(ranks(all_gather())));
  EXPECT_TRUE(news.of(ranks(all_gather("f32[2]"))));
}

TEST(Schedules, OfManyRanksTheFewDiffer) {
  const CompiledFrame usual = with(frame("0/0"), {all_reduce("f32[8]", "0-2")});
  const auto found = find_inconsistency(
      {{0, {with(frame("0/0"), {all_gather("f32[8]", "0-2")})}}, {1, {usual}}, {2, {usual}}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->ranks, std::vector<int>{0});
  EXPECT_EQ(found->of_the_others, 1);
}

}  // namespace
}  // namespace gridlock::health
