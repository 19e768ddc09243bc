// Runs training loops of two and four ranks in which one rank leaves the call sequence. The tests
// check which rank is named, where the ranks diverged, and how.
#include "harness/prover/divergence.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "harness/prover/prover.h"
#include "harness/prover/testing/loops.h"

namespace gridlock::prover::testing {
namespace {

using ::testing::ElementsAre;
using How = Divergence::How;
using trace::Op;

constexpr std::uint64_t kGather = 10, kBackwardGather = 11, kScatter = 12, kNorm = 13, kLoss = 14,
                        kCallback = 15, kSecondNorm = 16;
constexpr std::uint64_t kShard = 65'536;

LoopCalls operator*(const LoopCalls& calls, int times) {
  return repeat(calls, times);
}

LoopCalls gathers(int layers) {
  return LoopCalls{{Op::kAllgatherBase, 0, kShard, kGather}} * layers;
}

LoopCalls backward(int layers) {
  return LoopCalls{{Op::kAllgatherBase, 0, kShard, kBackwardGather},
                   {Op::kReduceScatterBase, 0, kShard, kScatter}} *
         layers;
}

const LoopCalls kNormReduce{{Op::kAllreduce, 0, 1, kNorm}};
const LoopCalls kLossReduce{{Op::kAllreduce, 0, 1, kLoss}};

// Returns a step in which all calls are of one group, as in torchtitan with data parallelism only.
LoopCalls titan_step() {
  return gathers(4) + backward(4) + kNormReduce + kLossReduce;
}

struct DesyncedJob {
  BlockedJob stuck;
  Finding finding;
};

DesyncedJob desync(const std::vector<LoopCalls>& ranks, std::size_t ahead = 0,
                   std::size_t log = 256) {
  std::vector<int> all;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) all.push_back(static_cast<int>(rank));
  DesyncedJob desynced{run({all, all}, ranks, ahead, log), {}};
  const auto finding = find_desync(desynced.stuck.job, undefined_mismatches());
  if (!finding) throw std::runtime_error("no desync is found");
  desynced.finding = *finding;
  return desynced;
}

Divergence divergence_of(const DesyncedJob& desynced) {
  if (!desynced.finding.divergence) throw std::runtime_error("no divergence is known");
  return *desynced.finding.divergence;
}

// Returns `usual` for all ranks except `faulty`, and `other` for `faulty`.
std::vector<LoopCalls> one_of(std::size_t ranks, std::size_t faulty, const LoopCalls& usual,
                              const LoopCalls& other) {
  std::vector<LoopCalls> result(ranks, usual);
  result[faulty] = other;
  return result;
}

// The norm of the other ranks pairs with the loss of the faulty rank, which has equally many
// elements. Only the call sites show the difference.
TEST(Divergence, TheNormThatOneRankSkippedIsNamedThoughItPairedByChance) {
  const LoopCalls usual = titan_step() * 8;
  const LoopCalls skips =
      titan_step() * 3 + gathers(4) + backward(4) + kLossReduce + titan_step() * 4;
  for (const std::size_t ranks : {2u, 4u}) {
    const DesyncedJob desynced = desync(one_of(ranks, 1, usual, skips));
    EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
    const Divergence divergence = divergence_of(desynced);
    EXPECT_EQ(divergence.how, How::kSkipped);
    EXPECT_EQ(divergence.calls, 1);
    EXPECT_EQ(divergence.call.site, kNorm);
    EXPECT_EQ(divergence.seq, 3 * 14 + 13u);
    EXPECT_EQ(desynced.finding.blocked[0].call.seq, 3 * 14 + 14u) << "there the arguments differ";
    EXPECT_EQ(desynced.finding.rule,
              ranks == 2 ? "It skipped a call that earlier steps have and that the others made"
                         : "Its call differs from the call of most members");
  }
}

TEST(Divergence, OfACallbackOnOneRankTheCallIsOneMore) {
  const LoopCalls step = backward(6);
  const LoopCalls extra = step * 4 + LoopCalls{{Op::kAllreduce, 0, 1, kCallback}} + step * 4;
  for (const std::size_t ranks : {2u, 4u}) {
    DesyncedJob desynced = desync(one_of(ranks, 0, step * 8, extra), /*ahead=*/5);
    EXPECT_THAT(desynced.finding.at_fault, ElementsAre(0));
    EXPECT_EQ(divergence_of(desynced).how, How::kExtra) << "it went on with the step";
    desynced = desync(one_of(ranks, 0, step * 8, extra));
    EXPECT_THAT(desynced.finding.at_fault, ElementsAre(0));
    EXPECT_EQ(divergence_of(desynced).how, How::kSkippedOrExtra) << "it waits in that call";
    EXPECT_EQ(divergence_of(desynced).call.site, kCallback);
    EXPECT_EQ(divergence_of(desynced).seq, 4 * 12 + 1u);
  }
}

// The first step is compiled, so it has other call sites. Gradient clipping makes several calls.
// The hosts run ahead of their devices.
TEST(Divergence, SeveralCallsAreSkippedByALoopWhoseFirstStepDiffered) {
  const LoopCalls clip{{Op::kAllreduce, 0, 1, kNorm}, {Op::kAllreduce, 0, 8, kSecondNorm}};
  LoopCalls first = gathers(3) + backward(3) + clip;
  for (LoopCall& call : first) call.site += 100;
  const LoopCalls step = gathers(3) + backward(3) + clip;
  const LoopCalls skips = first + step * 4 + gathers(3) + backward(3) + step * 3;
  for (const std::size_t ahead : {0u, 2u, 9u}) {
    const DesyncedJob desynced = desync(one_of(2, 1, first + step * 8, skips), ahead);
    EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
    EXPECT_EQ(divergence_of(desynced).how, How::kSkipped);
    EXPECT_EQ(divergence_of(desynced).calls, 2);
    EXPECT_EQ(desynced.finding.cls, Class::kMismatchedOperation)
        << "not a different order; ahead by " << ahead;
    EXPECT_EQ(divergence_of(desynced).call.site, kNorm);
  }
}

TEST(Divergence, CallsThatOneRankSwapsAreStillAnotherOrder) {
  const LoopCalls a{{Op::kAllreduce, 0, 8, 1}}, b{{Op::kAllgatherBase, 0, 9, 2}};
  const LoopCalls step = a + b + backward(2);
  const DesyncedJob desynced = desync({step * 8, step * 4 + b + a + backward(2) + step * 3}, 3);
  EXPECT_EQ(desynced.finding.cls, Class::kDifferentOrder);
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
}

// DDP reduces from a thread without Python frames. The exception handler of rank 1 reduces a flag.
TEST(Divergence, AnExceptionsHandlerMakesACallThatNoStepHas) {
  const LoopCalls buckets{{Op::kAllreduce, 0, 25'000, 0}, {Op::kAllreduce, 0, 9'000, 0}};
  const LoopCalls fails = buckets * 5 + LoopCalls{{Op::kAllreduce, 0, 1, kCallback}};
  const DesyncedJob desynced = desync({buckets * 9, fails});
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
  EXPECT_EQ(divergence_of(desynced).how, How::kSkippedOrExtra) << "nothing came after it";
}

// A rank that skips a step reaches the barrier after the loop early. A rank that makes an extra
// barrier produces the same log.
TEST(Divergence, ANewCallWithNothingBehindItLeavesOpenWhetherOneWasSkipped) {
  const LoopCalls barrier{{Op::kBarrier, 0, 0, kCallback}};
  for (const std::size_t ranks : {2u, 3u}) {
    const DesyncedJob desynced =
        desync(one_of(ranks, 1, kLossReduce * 6 + barrier, kLossReduce * 5 + barrier));
    EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
    EXPECT_EQ(divergence_of(desynced).how, How::kSkippedOrExtra);
    EXPECT_EQ(divergence_of(desynced).seq, 6u);
    EXPECT_EQ(divergence_of(desynced).call.op, Op::kBarrier);
    EXPECT_EQ(divergence_of(desynced).left.calls, 1);
    EXPECT_EQ(divergence_of(desynced).left.steps, 5);
    if (ranks == 2) {
      EXPECT_EQ(desynced.finding.rule,
                "It skipped a call that the others made, or made one that no earlier step has");
    }
  }
}

TEST(Divergence, BeforeACallThatEarlierStepsHaveOneWasSkipped) {
  const LoopCalls barrier{{Op::kBarrier, 0, 0, kCallback}};
  const LoopCalls round = kLossReduce * 3 + barrier;
  const LoopCalls skips = round * 2 + kLossReduce * 2 + barrier;
  const DesyncedJob desynced = desync({round * 4, skips});
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
  EXPECT_EQ(divergence_of(desynced).how, How::kSkipped);
  EXPECT_EQ(divergence_of(desynced).call.site, kLoss);
}

TEST(Divergence, ACallOfTheUsualPlaceWithOtherArgumentsIsToldAsThat) {
  const LoopCalls step = kNormReduce + backward(2);
  LoopCalls other = step * 6;
  other[step.size() * 4].count = 2;
  const DesyncedJob desynced = desync({step * 6, other});
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
  EXPECT_EQ(divergence_of(desynced).how, How::kChanged);
}

// All gradients are reduced from one call site, so only the sizes show which gradient was skipped.
TEST(Divergence, AGradientThatALoopOverAllLeftOutIsNotCalledAnotherArgument) {
  LoopCalls step = kNormReduce;
  for (const std::uint64_t count : {512u, 64u, 512u, 8u, 1024u}) {
    step.push_back({Op::kAllreduce, 0, count, kScatter});
  }
  LoopCalls skips = step * 6;
  skips.erase(skips.begin() + 4 * 6 + 2);
  const DesyncedJob desynced = desync({step * 6, skips});
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
  EXPECT_EQ(divergence_of(desynced).how, How::kSkipped);
  EXPECT_EQ(divergence_of(desynced).call.count, 64u);
}

TEST(Divergence, ShapesThatVaryFromStepToStepDoNotHideThePlace) {
  LoopCalls usual, skips;
  for (int step = 0; step < 8; ++step) {
    LoopCalls calls = gathers(2) + backward(2) + kNormReduce;
    for (LoopCall& call : calls) call.count += 16 * static_cast<std::uint64_t>(step);
    usual = usual + calls;
    if (step == 5) calls.erase(calls.begin() + 4);
    skips = skips + calls;
  }
  const DesyncedJob desynced = desync({usual, skips});
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
  EXPECT_EQ(divergence_of(desynced).call.site, kBackwardGather);
}

TEST(Divergence, PlacesThatDifferBetweenRanksByRightAreNoDeparture) {
  const LoopCalls step = titan_step();
  LoopCalls first = step * 8, second = step * 4 + gathers(4) + backward(4) + kLossReduce + step * 2;
  for (LoopCall& call : second) call.site += call.site == kGather ? 500 : 0;
  const DesyncedJob desynced = desync({first, second});
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
  EXPECT_EQ(divergence_of(desynced).seq, 4 * 14 + 13u);
}

// The log of rank 1 contains less than one step. The log of rank 0 shows which call usually follows
// at that place.
TEST(Divergence, ARankWhoseLogIsShortIsJudgedByTheOthers) {
  const LoopCalls step = titan_step();
  DesyncedJob desynced = desync({step * 8, step * 4 + gathers(4) + backward(3) + step * 3});
  auto& recent = desynced.stuck.job.rank(1).recent;
  for (const int left : {5, 2}) {
    recent.erase(recent.begin(), recent.end() - left);
    const auto finding = find_desync(desynced.stuck.job, undefined_mismatches());
    ASSERT_TRUE(finding);
    EXPECT_THAT(finding->at_fault, ElementsAre(1)) << left;
  }
}

// Rank 1's next call has as many elements as the skipped call, and the ranks stop right after it.
TEST(Divergence, ASinglePairByChanceIsFoundRightBeforeTheCallsThatDiffer) {
  const LoopCalls step{{Op::kAllreduce, 0, 1, kNorm},
                       {Op::kAllreduce, 0, 8, kSecondNorm},
                       {Op::kAllreduce, 0, 1, kLoss},
                       {Op::kAllreduce, 0, 16, kCallback}};
  const LoopCalls skips = step * 4 + LoopCalls{step[2], step[3]};
  const DesyncedJob desynced = desync({step * 8, skips});
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1));
  EXPECT_EQ(divergence_of(desynced).seq, 4 * 4 + 1u);
  EXPECT_EQ(divergence_of(desynced).calls, 2);
}

TEST(Divergence, NumbersAtTheirLimitAreNoTrouble) {
  const LoopCalls step = titan_step();
  DesyncedJob desynced = desync({step * 4, step * 2 + gathers(1) + step}, 3);
  JobBuilder& job = desynced.stuck.job;
  const std::uint64_t most =
      std::max(job.rank(0).groups[0].enqueued, job.rank(1).groups[0].enqueued);
  const std::uint64_t up = ~std::uint64_t{0} - most;
  for (const int rank : {0, 1}) {
    RankFacts& facts = job.rank(rank);
    facts.groups[0].enqueued += up;
    for (auto* calls : {&facts.recent, &facts.open}) {
      for (Call& call : *calls) call.seq += up;
    }
  }
  const auto finding = find_desync(desynced.stuck.job, undefined_mismatches());
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->at_fault, ElementsAre(1));
}

// There is no earlier step, so both ranks are at fault and the rule does not mention earlier steps.
TEST(Divergence, InTheFirstStepNothingTellsWhoIsRight) {
  const LoopCalls step{{Op::kAllreduce, 0, 1, kNorm}, {Op::kAllgatherBase, 0, 8, kGather}};
  const DesyncedJob desynced = desync({step, {step[1]}});
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(0, 1));
  EXPECT_FALSE(desynced.finding.divergence);
  EXPECT_EQ(desynced.finding.rule,
            "The calls differ, and the records do not show which rank left the common sequence");
}

// Rank 0 evaluates after the third step, and rank 1 continues to train. Both have evaluated before,
// but their logs are too short to show after how many steps.
TEST(Divergence, WhereEachWayWasTakenBeforeBothAreAtFault) {
  const LoopCalls step = backward(1), evaluation{{Op::kAllreduce, 0, 7, kCallback}};
  const LoopCalls common = step * 2 + evaluation + step * 3;
  const DesyncedJob desynced = desync({common + evaluation, common + step});
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(0, 1));
}

// Three of four ranks evaluate, although they did not do so in any earlier step. The majority
// counts as right, even against the earlier steps.
TEST(Divergence, AMajorityIsRightWhateverItDidBefore) {
  const LoopCalls step = backward(2), evaluation{{Op::kAllreduce, 0, 7, kCallback}};
  const DesyncedJob desynced = desync(one_of(4, 2, step * 4 + evaluation, step * 5));
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(2));
  EXPECT_EQ(desynced.finding.rule, "Its call differs from the call of most members");
  EXPECT_TRUE(!desynced.finding.divergence || desynced.finding.divergence->ranks.empty());
}

TEST(Divergence, TwoOfFourRanksThatSkipTogetherAreBothNamed) {
  const LoopCalls step = titan_step();
  const LoopCalls skips = step * 3 + gathers(4) + backward(4) + kLossReduce + step * 2;
  const DesyncedJob desynced = desync({step * 8, skips, step * 8, skips});
  EXPECT_THAT(desynced.finding.at_fault, ElementsAre(1, 3));
  EXPECT_EQ(desynced.finding.rule,
            "They skipped a call that earlier steps have and that the others made");
}

// The skipped call belongs to another group. No calls with equal sequence numbers differ; the ranks
// wait for each other across two groups.
TEST(Divergence, OfADeadlockAcrossGroupsTheRankThatSkippedIsNamedToo) {
  const LoopCalls norm{{Op::kAllreduce, 1, 1, kNorm}};
  const LoopCalls messages{{Op::kSend, 0, 4, kLoss}};
  const LoopCalls step = gathers(2) + messages + backward(2) + norm;
  const LoopCalls skips = step * 4 + gathers(2) + messages + backward(2) + step * 3;
  const BlockedJob stuck = run({{0, 1}, {0, 1}}, {step * 8, skips});
  const auto finding = prove(stuck.job, stuck.job, undefined_mismatches());
  ASSERT_TRUE(finding);
  EXPECT_THAT(finding->at_fault, ElementsAre(1));
  ASSERT_TRUE(finding->divergence);
  EXPECT_EQ(finding->divergence->how, How::kSkipped);
  EXPECT_EQ(finding->divergence->call.site, kNorm);
}

}  // namespace
}  // namespace gridlock::prover::testing
