// Tests the model on programs whose ends are obvious.
#include "harness/prover/model/model.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>

#include "harness/prover/model/program_json.h"
#include "harness/prover/testing/random_program.h"
#include "harness/prover/testing/state_space.h"
#include "harness/prover/testing/tables.h"

namespace gridlock::prover::testing {
namespace {

using ::testing::ElementsAre;
using Kind = Operation::Kind;
using trace::Op;

Operation all_reduce(int group = 0, bool async = false) {
  return {.kind = Kind::kCollective, .op = Op::kAllreduce, .group = group, .async = async};
}

// Returns the sets of ranks that never end, one for each possible execution of two ranks with two
// identical groups.
std::set<Ranks> ends(ThreadProgram zero, ThreadProgram one,
                     const Semantics& semantics = lasting_peers()) {
  Program program;
  program.groups = {{0, 1}, {0, 1}};
  program.ranks = {{std::move(zero)}, {std::move(one)}};
  const Model model(program, semantics.at("gloo"));
  return outcomes(model, explore(model, 10'000));
}

TEST(Model, EqualProgramsEnd) {
  EXPECT_THAT(ends({all_reduce(), all_reduce(1)}, {all_reduce(), all_reduce(1)}), ElementsAre(0));
}

TEST(Model, OppositeOrderNeverEnds) {
  EXPECT_THAT(ends({all_reduce(), all_reduce(1)}, {all_reduce(1), all_reduce()}), ElementsAre(3));
}

TEST(Model, OppositeOrderEndsWhenNobodyWaits) {
  EXPECT_THAT(ends({all_reduce(0, true), all_reduce(1)}, {all_reduce(1, true), all_reduce()}),
              ElementsAre(0));
}

TEST(Model, WhoWaitsForARankThatEndedWaitsForEverOrRaises) {
  EXPECT_THAT(ends({all_reduce()}, {}), ElementsAre(1));
  EXPECT_THAT(ends({all_reduce()}, {}, raising_peers()), ElementsAre(0));
}

TEST(Model, SendsWaitForTheirReceives) {
  const Operation send{.kind = Kind::kSend, .peer = 1}, recv{.kind = Kind::kRecv, .peer = 0};
  EXPECT_THAT(ends({send}, {recv}), ElementsAre(0));
  EXPECT_THAT(ends({send, send}, {recv}), ElementsAre(1));
}

TEST(Model, BranchesOfTimeAreAllExplored) {
  // Rank 1 may check the key before or after rank 0 sets it. Its wait ends in both cases.
  EXPECT_THAT(ends({{.kind = Kind::kStoreSet, .key = 1}}, {{.kind = Kind::kStoreWait, .key = 1}}),
              ElementsAre(0));
  EXPECT_THAT(ends({}, {{.kind = Kind::kStoreWait, .key = 1}}), ElementsAre(2));
}

TEST(Programs, AreReadBackFromTheirJson) {
  std::mt19937 random(5);
  for (int i = 0; i < 100; ++i) {
    const nlohmann::json written =
        to_json(random_program(random, {.streams = true, .others = i % 2 == 0}));
    EXPECT_EQ(to_json(program_from_json(written)), written);
  }
  EXPECT_THROW(program_from_json({{"world_size", -1}}), std::exception);
}

}  // namespace
}  // namespace gridlock::prover::testing
