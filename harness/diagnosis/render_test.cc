#include "harness/diagnosis/render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "harness/diagnosis/fake_evidence.h"
#include "harness/text/columns.h"

namespace gridlock::diagnosis {
namespace {

using ::testing::HasSubstr;

TEST(Render, AWholeDiagnosisReadsLikeThis) {
  EXPECT_EQ("\n" + render_text(testing::missing_rank()), R"(
Rank 1 never called all_gather_into_tensor #17 of cp[0-3]; ranks 0, 2-3 wait for it at model.py:60.
Rank 1 waits in all_reduce #9 of dp[1,5] at model.py:81.

finding     deadlock, missing rank
at fault    rank 1. It never made the call that ranks 0, 2-3 wait for
look at     a condition, a loop's length or a graph break that depends on the rank, before the call
            that is missing

cp[0-3]: the ranks diverge at call #17
        ranks 0, 2-3                  rank 1
  #15   all_gather_into_tensor ✓      all_gather_into_tensor ✓
  #16   reduce_scatter_tensor ✓       reduce_scatter_tensor ✓
≠ #17   all_gather_into_tensor waits  never called
  then                                all_reduce #9 of dp[1,5] waits

stacks (▸ the program's own code; frames within torch and Python left out)
ranks 0-3
▸ main  train.py:10
├ ranks 0, 2-3
│ ▸ Block.forward  model.py:60
│   all_reduce  torch/distributed/distributed_c10d.py:3075
└ rank 1
  ▸ Block.forward  model.py:81
    all_reduce  torch/distributed/distributed_c10d.py:3075

assuming    no thread outside torch will make a call
)");
}

TEST(Render, AHealthyCompileTimeIsToldBesideTheFinding) {
  Evidence evidence = testing::missing_rank();
  evidence.blowup = judge_compile_time("cp", {{10, 2.1}}, {16, 4}, false);
  EXPECT_THAT(render_text(evidence), HasSubstr("\ncompiling   2.1 s at cp 10, 4.0 s so far at"));
  EXPECT_FALSE(render_json(evidence, 135)["compile_time"]["past_bound"].get<bool>());
}

TEST(Render, JsonSaysTheSame) {
  const auto json = render_json(testing::missing_rank(), 135);
  const auto& finding = json["finding"];
  EXPECT_EQ(finding["verdict"], "deadlock");
  EXPECT_EQ(finding["class"], "missing rank");
  EXPECT_EQ(finding["ranks"], nlohmann::json({1}));
  EXPECT_EQ(finding["signature"], "deadlock:missing rank:all_gather_into_tensor:cp:forward");
  EXPECT_TRUE(json["compile_time"].is_null());
  const auto& history = json["histories"][0];
  EXPECT_EQ(history["diverged"], 17);
  EXPECT_EQ(history["columns"][1]["entries"][2]["state"], "never");
  EXPECT_EQ(history["columns"][1]["then"]["group"]["members"], nlohmann::json({1, 5}));
  const auto& main = json["stacks"]["frames"][0];
  EXPECT_EQ(main["function"], "main");
  EXPECT_EQ(main["origin"], "user");
  EXPECT_EQ(main["children"][1]["ranks"], nlohmann::json({1}));
}

TEST(Render, NothingIsKnownButThatSomethingHangs) {
  EXPECT_THAT(render_text({}), HasSubstr("at fault    unknown"));
  EXPECT_NO_THROW(render_json({}, -1).dump());
}

TEST(Render, ThousandsOfRanksStayReadable) {
  Evidence evidence;
  evidence.finding.at_fault = {1};
  for (int rank = 0; rank < 4096; ++rank) {
    const int first = rank / 4 * 4;
    const int line = rank == 1 ? 81 : 60;
    evidence.ranks.push_back(
        testing::rank_in(rank, {testing::kMain, {"forward", "model.py", line}}));
    RankEvidence& last = evidence.ranks.back();
    last.groups = {testing::group_of("mesh_cp", {first, first + 1, first + 2, first + 3})};
    testing::call(last, 0, trace::Op::kAllreduce, rank == 1);
    if (rank != 1) evidence.finding.blocked.push_back(testing::blocked(last, {rank < 4 ? 1 : 0}));
  }
  const std::string text = render_text(evidence);
  EXPECT_THAT(text, HasSubstr("; ranks 4-4095 wait, too"));
  EXPECT_THAT(text, HasSubstr("├ ranks 0, 2-4095"));
  EXPECT_LT(std::ranges::count(text, '\n'), 40);
}

std::string random_text(std::mt19937& random) {
  std::string text(random() % 200, ' ');
  for (char& byte : text) byte = static_cast<char>(random());
  return text;
}

// Ranks write names, rules and stacks. Whatever they contain, the text must keep to its width, and
// writing the JSON must not throw.
TEST(Render, SurvivesNonsense) {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    Evidence evidence = testing::missing_rank();
    evidence.finding.cls = static_cast<facts::Class>(random() % 14);
    evidence.finding.rule = random_text(random);
    evidence.finding.assumptions = {random_text(random), random_text(random)};
    evidence.finding.at_fault = {static_cast<int>(random() % 5), static_cast<int>(random())};
    for (facts::Blocked& blocked : evidence.finding.blocked) {
      blocked.group.description = random_text(random);
      blocked.wait.on = static_cast<facts::Wait::On>(random() % 6);
      blocked.call.op = static_cast<trace::Op>(random());
      blocked.waits_for = {static_cast<int>(random() % 4)};
    }
    for (RankEvidence& rank : evidence.ranks) {
      rank.groups[0].description = random_text(random);
      rank.end = random() % 2 == 0 ? "" : random_text(random);
      rank.phase = random_text(random);
      rank.threads = parse_stacks("Thread 1 (idle): \"" + random_text(random) + "\"\n    " +
                                  random_text(random) + " (a.py:3)\n");
    }
    const std::string text = render_text(evidence);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      ASSERT_LE(text::columns(line), text::kPageWidth) << line;
      ASSERT_EQ(line.find('\x1b'), line.npos);
    }
    ASSERT_NO_THROW(render_json(evidence, 135).dump());
  }
}

}  // namespace
}  // namespace gridlock::diagnosis
