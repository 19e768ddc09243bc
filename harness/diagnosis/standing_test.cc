#include "harness/diagnosis/standing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/diagnosis/brief_standing.h"
#include "harness/diagnosis/fake_evidence.h"

namespace gridlock::diagnosis {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::kMain;
using testing::rank_in;
using testing::two_ranks;

TEST(Standing, TellsOpenCallsAndStacks) {
  Evidence evidence =
      two_ranks(facts::Class::kMissingRank, trace::Op::kAllreduce, trace::Op::kBarrier, {});
  evidence.ranks[0].phase_seconds = 20;
  evidence.ranks[1].end = "has ended";
  const std::string text = render_standing(evidence);
  EXPECT_THAT(text, HasSubstr("rank 0: last event 20 s ago; pending: all_reduce #3 of "
                              "default_pg[0-1]\n"));
  EXPECT_THAT(text, HasSubstr("rank 1: has ended\n"));
  EXPECT_THAT(text, HasSubstr("step"));
}

TEST(Standing, SaysWhereNothingIsKnown) {
  Evidence evidence;
  evidence.ranks.push_back(rank_in(0, {}));
  evidence.ranks[0].threads.clear();
  EXPECT_EQ(render_standing(evidence),
            "  rank 0: no pending call\n\n"
            "py-spy could not read any stack.\n");
}

TEST(Standing, SaysWhatARankWaitsForThatIsInNoCall) {
  Evidence evidence;
  RankEvidence& rank = evidence.ranks.emplace_back();
  rank.groups = {{"0", "default_pg", {0, 1}, 0, "gloo"}};
  rank.wait.emplace().on = facts::Wait::On::kStore;
  rank.wait->keys = {{1, "0//shard/1"}};
  EXPECT_THAT(render_standing(evidence), HasSubstr("rank 0: waits for store key 'shard/1'\n"));
  EXPECT_THAT(brief_standing(evidence), ElementsAre("rank 0: waits for store key 'shard/1'"));
  rank.wait->on = facts::Wait::On::kBuild;
  EXPECT_THAT(render_standing(evidence), HasSubstr("waits in the creation of default_pg[0-1]\n"));
  rank.end = "has ended";
  EXPECT_THAT(render_standing(evidence), HasSubstr("rank 0: has ended\n"));
}

}  // namespace
}  // namespace gridlock::diagnosis
