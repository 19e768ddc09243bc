#include "harness/diagnosis/signature.h"

#include <gtest/gtest.h>

#include "harness/diagnosis/fake_evidence.h"
#include "harness/diagnosis/sentence.h"

namespace gridlock::diagnosis {
namespace {

using facts::Blocked;
using trace::Op;

TEST(Signature, NamesWhatTwoRunsOfAFailureShare) {
  Evidence evidence = testing::missing_rank();
  EXPECT_EQ(signature(evidence), "deadlock:missing rank:all_gather_into_tensor:cp:forward");
  const std::string before = signature(evidence);
  for (Blocked& blocked : evidence.finding.blocked) blocked.call.seq += 40;
  for (RankEvidence& rank : evidence.ranks) rank.threads[0].frames[1].line += 3;
  evidence.ranks[0].threads[0].frames[1].file = "/another/folder/model.py";
  evidence.ranks[0].threads[0].frames[1].function = "torch_dynamo_resume_in_forward_at_12";
  EXPECT_EQ(signature(evidence), before);
  evidence.finding.blocked[0].call.op = Op::kBarrier;
  evidence.finding.blocked[2].call.op = Op::kBarrier;
  evidence.finding.blocked[3].call.op = Op::kBarrier;
  EXPECT_NE(signature(evidence), before);
}

// Returns the signature of a mismatch: rank 0 called `first`, and `others` other ranks called
// `second`.
std::string of_mismatch(Op first, Op second, int others) {
  Evidence evidence = testing::two_ranks(facts::Class::kMismatchedOperation, first, second, {});
  for (int rank = 2; rank <= others; ++rank) {
    evidence.ranks.push_back(evidence.ranks[1]);
    evidence.ranks.back().rank = rank;
    evidence.finding.blocked.push_back(testing::blocked(evidence.ranks.back(), {0}));
  }
  return signature(evidence);
}

TEST(Signature, OfAMismatchNamesAllOperationsWhicheverMostRanksAreIn) {
  const std::string two = of_mismatch(Op::kBarrier, Op::kAllreduce, 1);
  EXPECT_EQ(two, "deadlock:mismatched operation:all_reduce|barrier:default_pg:step");
  EXPECT_EQ(of_mismatch(Op::kAllreduce, Op::kBarrier, 1), two);
  EXPECT_EQ(of_mismatch(Op::kAllreduce, Op::kBarrier, 2), two);
  EXPECT_EQ(of_mismatch(Op::kBarrier, Op::kAllreduce, 2), two);
}

// Python 3.12 has no frames for comprehensions. Before Python 3.11, names are not qualified.
TEST(Signature, IsTheSameInEveryVersionOfPython) {
  const auto in = [](std::vector<Frame> frames) {
    Evidence evidence = testing::missing_rank();
    frames.insert(frames.begin(), testing::kMain);
    for (RankEvidence& rank : evidence.ranks) rank.threads[0].frames = frames;
    return signature(evidence);
  };
  const Frame forward{"Block.forward", "model.py", 60};
  EXPECT_EQ(in({forward}), "deadlock:missing rank:all_gather_into_tensor:cp:forward");
  EXPECT_EQ(in({forward, {"Block.forward.<locals>.<listcomp>", "model.py", 61}}), in({forward}));
  EXPECT_EQ(in({{"forward", "model.py", 60}, {"<listcomp>", "model.py", 61}}), in({forward}));
}

TEST(Signature, NamesClassesAsTheirAuthorDid) {
  EXPECT_EQ(signature_of({"crash", "raised", "FSDPBlock"}), "crash:raised:Block");
}

TEST(Signature, OfNothingIsTheClass) {
  EXPECT_EQ(signature({}), "deadlock:missing rank");
}

}  // namespace
}  // namespace gridlock::diagnosis
