#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "minimizer/testing/corpus.h"
#include "minimizer/testing/mock_graph.h"
#include "minimizer/testing/mock_script.h"

namespace gridlock::minimizer::testing {
namespace {

TEST(Mock, GraphsAndScriptsComeBackFromTheirText) {
  const std::string graph = print(random_graph(200, 1));
  EXPECT_EQ(print(parse_graph(graph)), graph);
  const std::string script = print(random_script(200, 1));
  EXPECT_EQ(print(parse_script(script)), script);
}

TEST(Mock, EveryOriginalShowsItsFailure) {
  for (const Task& task : corpus())
    EXPECT_EQ(task.mock.judge(task.mock.problem.original).verdict, Verdict::kSame)
        << task.mock.name;
}

TEST(Mock, UsersOfADroppedStatementReadOneOfItsOperands) {
  const Candidate candidate{"v0 = f(in)\nv1 = f(in, v0)\nv2 = f(v1)\n", {}};
  const auto passes = graph_problem({.seed = 1}).passes();
  const auto edits = passes.front()->open(candidate);
  const std::vector<Choices> all = {{kKeep, 0, kKeep}, {kKeep, 1, kKeep}};
  const auto proposals = edits->apply(all);
  EXPECT_EQ(proposals[0].candidate->text, "v0 = f(in)\nv2 = f(v0)\n");
  EXPECT_EQ(proposals[1].candidate->text, "v0 = f(in)\nv2 = f(in)\n");
}

TEST(Mock, BlocksOfAScriptAreDroppedOrUnwrapped) {
  const Candidate candidate{"if b0:\n  if b1:\n    s2\n  s3\n", {}};
  const auto passes = script_problem({.seed = 1}).passes();
  const auto edits = passes.front()->open(candidate);
  const std::vector<Choices> all = {{1, kKeep, kKeep, kKeep}, {kKeep, 0, kGone, 0}};
  const auto proposals = edits->apply(all);
  EXPECT_EQ(proposals[0].candidate->text, "if b1:\n  s2\ns3\n");
  EXPECT_EQ(proposals[1].candidate->text, "if b0:\n  pass\n");
}

}  // namespace
}  // namespace gridlock::minimizer::testing
