#include "minimizer/look_ahead.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "minimizer/testing/corpus.h"
#include "minimizer/testing/mock_graph.h"
#include "minimizer/testing/mock_oracle.h"

namespace gridlock::minimizer::testing {
namespace {

class LookAhead : public ::testing::Test {
 protected:
  std::vector<const Prepared*> ahead(int count, const Knowledge& knowledge = unknown) {
    return look_ahead(search_, count, proposals_, knowledge);
  }

  static std::optional<Answer> unknown(const Prepared&) { return {}; }

  MockProblem mock_ = graph_problem({.statements = 64, .necessary = 2, .seed = 5});
  std::vector<std::unique_ptr<Pass>> passes_ = mock_.passes();
  std::unique_ptr<Edits> edits_ = passes_.front()->open(mock_.problem.original);
  Proposals proposals_{*edits_};
  Search search_{edits_->forest(), {}, Search::Start::kCoarse};
};

TEST_F(LookAhead, TheFirstIsWhatTheSearchAsks) {
  const auto first = ahead(1);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0], &proposals_.of(search_.question()));
}

TEST_F(LookAhead, BothAnswersLeadToOtherQuestions) {
  const auto three = ahead(3);
  Search same = search_, different = search_;
  same.tell(true);
  different.tell(false);
  EXPECT_THAT(three, ::testing::UnorderedElementsAre(&proposals_.of(search_.question()),
                                                     &proposals_.of(same.question()),
                                                     &proposals_.of(different.question())));
}

TEST_F(LookAhead, GoesOnBehindKnownAnswers) {
  const Prepared* asked = &proposals_.of(search_.question());
  Search different = search_;
  different.tell(false);
  const auto next = ahead(1, [&](const Prepared& question) {
    return &question == asked ? std::optional(Answer{Verdict::kPasses, 0, {}, 0, 1, ""})
                              : std::nullopt;
  });
  EXPECT_THAT(next, ::testing::ElementsAre(&proposals_.of(different.question())));
}

TEST(Speculation, OneSlotAsksNothingAhead) {
  for (const Task& task : corpus()) {
    if (task.mock.necessary > 2) continue;
    MockOracle oracle(task.mock);
    const auto passes = task.mock.passes();
    EXPECT_EQ(minimize(task.mock.problem, passes, oracle).statistics.unused, 0);
  }
}

TEST(Speculation, MoreSlotsGiveTheSameResultSooner) {
  const MockProblem mock =
      graph_problem({.statements = 500, .necessary = 4, .flow = true, .seed = 3});
  const auto passes = mock.passes();
  MockOracle one(mock, 1), four(mock, 4);
  const Result sequential = minimize(mock.problem, passes, one);
  const Result parallel = minimize(mock.problem, passes, four);
  EXPECT_EQ(parallel.best, sequential.best);
  EXPECT_LT(four.now(), 0.6 * one.now());
  EXPECT_EQ(four.duplicates(), 0);
  EXPECT_EQ(parallel.statistics.asked - parallel.statistics.unused, sequential.statistics.asked);
  for (const std::string& text : one.asked()) EXPECT_THAT(four.asked(), ::testing::Contains(text));
}

}  // namespace
}  // namespace gridlock::minimizer::testing
