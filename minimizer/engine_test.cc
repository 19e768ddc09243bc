#include "minimizer/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "minimizer/testing/mock_graph.h"
#include "minimizer/testing/mock_oracle.h"
#include "minimizer/testing/mock_pass.h"
#include "minimizer/testing/mock_script.h"

namespace gridlock::minimizer::testing {
namespace {

Result reduce(const MockProblem& mock, Oracle& oracle, const MinimizeOptions& options = {}) {
  const auto passes = mock.passes();
  return minimize(mock.problem, passes, oracle, nullptr, options);
}

MockProblem small_graph() {
  return graph_problem({.statements = 60,
                        .necessary = 3,
                        .flow = true,
                        .fragile = 0.1,
                        .backwards = 0.5,
                        .decoy = true,
                        .seed = 4});
}

TEST(Engine, ReachesTheOptimum) {
  const MockProblem mock = small_graph();
  MockOracle oracle(mock);
  const Result result = reduce(mock, oracle);
  EXPECT_EQ(result.end, End::kMinimal);
  EXPECT_EQ(line_count(result.best), mock.optimum);
  EXPECT_EQ(mock.judge(result.best).verdict, Verdict::kSame);
  EXPECT_EQ(oracle.duplicates(), 0);
  EXPECT_EQ(result.statistics.asked, static_cast<int>(oracle.asked().size()));
}

// Checks that no single choice keeps the failure.
void expect_minimal(const MockProblem& mock, const Candidate& best) {
  const auto passes = mock.passes();
  const auto edits = passes.front()->open(best);
  const Forest& forest = edits->forest();
  for (int piece = 0; piece < forest.size(); ++piece) {
    for (int way = 0; way < static_cast<int>(forest[piece].alternatives.size()); ++way) {
      Choices choices = forest.all_kept();
      choices[piece] = way;
      forest.close(choices);
      const Proposal proposal = edits->apply({&choices, 1}).front();
      if (!proposal.candidate || *proposal.candidate == best) continue;
      EXPECT_NE(mock.judge(*proposal.candidate).verdict, Verdict::kSame) << best.text;
    }
  }
}

TEST(Engine, TheResultIsOneMinimal) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const MockProblem graph = graph_problem({.statements = 80,
                                             .necessary = 3,
                                             .flow = true,
                                             .fragile = 0.2,
                                             .backwards = 0.5,
                                             .decoy = true,
                                             .seed = seed});
    const MockProblem script =
        script_problem({.lines = 80, .necessary = 3, .fragile = 0.2, .seed = seed});
    for (const MockProblem* mock : {&graph, &script}) {
      MockOracle oracle(*mock);
      expect_minimal(*mock, reduce(*mock, oracle).best);
    }
  }
}

TEST(Engine, OtherFailuresAreByCatchAndNeverTheResult) {
  const MockProblem mock = small_graph();
  MockOracle oracle(mock);
  const Result result = reduce(mock, oracle);
  ASSERT_FALSE(result.by_catch.empty());
  for (const ByCatch& other : result.by_catch) {
    EXPECT_NE(other.signature, mock.problem.signature);
    EXPECT_EQ(mock.judge(other.candidate).seen, other.signature);
  }
}

TEST(Engine, SaysWhenTheOriginalDoesNotShowTheFailure) {
  MockProblem mock = small_graph();
  mock.judge = [](const Candidate&) { return Answer{Verdict::kPasses, 1, {}, 0, 5, ""}; };
  MockOracle oracle(mock);
  const Result result = reduce(mock, oracle);
  EXPECT_EQ(result.end, End::kNothing);
  EXPECT_EQ(result.original.runs, 5);
  EXPECT_EQ(result.statistics.asked, 1);
}

TEST(Engine, StopsWhenTheBudgetIsSpent) {
  const MockProblem mock = small_graph();
  for (const int slots : {1, 4}) {
    MockOracle oracle(mock, slots);
    MinimizeOptions options;
    options.budget.verdicts = 10;
    const Result result = reduce(mock, oracle, options);
    EXPECT_EQ(result.end, End::kBudget);
    EXPECT_EQ(result.statistics.asked, 10);
    EXPECT_EQ(mock.judge(result.best).verdict, Verdict::kSame);
  }
  MockOracle oracle(mock);
  MinimizeOptions options;
  options.budget.seconds = 0;
  EXPECT_EQ(reduce(mock, oracle, options).end, End::kBudget);
}

TEST(Engine, StopsOnRequestAndShowsProgress) {
  const MockProblem mock = small_graph();
  MockOracle oracle(mock);
  std::stop_source source;
  std::vector<Progress> shown;
  MinimizeOptions options;
  options.stop = source.get_token();
  options.progress = [&](const Progress& progress) {
    shown.push_back(progress);
    if (progress.statistics.asked == 7) source.request_stop();
  };
  EXPECT_EQ(reduce(mock, oracle, options).end, End::kInterrupted);
  ASSERT_EQ(shown.size(), 7U);
  EXPECT_EQ(shown.back().pass, "statements");
  EXPECT_LT(shown.back().lines, 60);
}

// An oracle that loses every third answer, as on a slow or busy machine.
class TroubledOracle : public MockOracle {
 public:
  TroubledOracle(const MockProblem& mock, Verdict trouble) : MockOracle(mock), trouble_(trouble) {}
  std::optional<Reply> wait(std::chrono::milliseconds at_most) override {
    auto reply = MockOracle::wait(at_most);
    if (reply && ++replies_ % 3 == 0) reply->answer = {trouble_, 1, {}, 0, 1, ""};
    return reply;
  }

 private:
  Verdict trouble_;
  int replies_ = 0;
};

TEST(Engine, SlowAndBusyAreNoAnswers) {
  const MockProblem mock = small_graph();
  for (const Verdict trouble : {Verdict::kSlow, Verdict::kBusy}) {
    TroubledOracle oracle(mock, trouble);
    const Result result = reduce(mock, oracle);
    EXPECT_EQ(result.end, End::kMinimal);
    EXPECT_EQ(mock.judge(result.best).verdict, Verdict::kSame);
    EXPECT_GT(result.statistics.repeated, 0);
    EXPECT_TRUE(trouble == Verdict::kSlow || line_count(result.best) == mock.optimum);
  }
}

// Refuses candidates with an odd number of statements.
class PickyPass : public Pass {
 public:
  explicit PickyPass(std::unique_ptr<Pass> pass, bool completes = false)
      : pass_(std::move(pass)), completes_(completes) {}
  std::string_view name() const override { return "picky"; }
  std::unique_ptr<Edits> open(const Candidate& candidate) override {
    return std::make_unique<Picky>(pass_->open(candidate), completes_);
  }

 private:
  struct Picky : Edits {
    Picky(std::unique_ptr<Edits> all, bool refused_as_complete)
        : edits(std::move(all)), completes(refused_as_complete) {}
    const Forest& forest() const override { return edits->forest(); }
    std::vector<Proposal> apply(std::span<const Choices> all) override {
      auto proposals = edits->apply(all);
      for (Proposal& proposal : proposals)
        if (line_count(*proposal.candidate) % 2 == 1)
          proposal = {{}, "", "an odd number", completes};
      return proposals;
    }
    std::unique_ptr<Edits> edits;
    bool completes;
  };
  std::unique_ptr<Pass> pass_;
  bool completes_;
};

TEST(Engine, RefusedProposalsAreNotAskedAbout) {
  const MockProblem mock = small_graph();
  std::vector<std::unique_ptr<Pass>> passes;
  passes.push_back(std::make_unique<PickyPass>(std::move(mock.passes().front())));
  MockOracle oracle(mock);
  const Result result = minimize(mock.problem, passes, oracle);
  EXPECT_GT(result.statistics.screened, 0);
  for (const std::string& text : oracle.asked()) EXPECT_EQ(std::ranges::count(text, '\n') % 2, 0);
}

TEST(Engine, ThoseThatCannotHangAreCountedApart) {
  const MockProblem mock = small_graph();
  std::vector<std::unique_ptr<Pass>> passes;
  passes.push_back(std::make_unique<PickyPass>(std::move(mock.passes().front()), true));
  MockOracle oracle(mock);
  const Statistics statistics = minimize(mock.problem, passes, oracle).statistics;
  EXPECT_EQ(statistics.screened, 0);
  EXPECT_GT(statistics.completing, 0);
}

// Proposes smaller numbers of ranks, the smallest first.
class FewerRanks : public MockEdits {
 public:
  explicit FewerRanks(const Candidate& base) : MockEdits(base, pieces(base.launch.ranks)) {}

 private:
  static std::vector<Piece> pieces(int most) {
    Piece piece{-1, 1, {}, {}, "ranks"};
    for (int ranks = 1; ranks < most; ranks *= 2)
      piece.alternatives.push_back({std::to_string(ranks), false, false});
    return piece.alternatives.empty() ? std::vector<Piece>() : std::vector<Piece>{piece};
  }
  void make(const Choices& choices, Candidate& candidate) const override {
    if (choices[0] >= 0) candidate.launch.ranks = 1 << choices[0];
  }
};

TEST(Engine, RunsAllPassesInTheirOrderUntilNoneHasAnythingLeft) {
  MockProblem mock = small_graph();
  mock.problem.original.launch.ranks = 8;
  std::vector<int> ranks;
  mock.judge = [&ranks, judge = mock.judge](const Candidate& candidate) {
    ranks.push_back(candidate.launch.ranks);
    // Two or three ranks are enough only for a small graph.
    const int enough = line_count(candidate) > 10 ? 4 : 2;
    if (candidate.launch.ranks < enough) return Answer{Verdict::kPasses, 1, {}, 0, 1, ""};
    return judge(candidate);
  };
  std::vector<std::unique_ptr<Pass>> passes;
  passes.push_back(std::make_unique<MockPass<FewerRanks>>("ranks"));
  passes.push_back(std::move(mock.passes().front()));
  MockOracle oracle(mock);
  const Result result = minimize(mock.problem, passes, oracle);
  ASSERT_GE(ranks.size(), 4U);
  EXPECT_THAT(std::vector<int>(ranks.begin(), ranks.begin() + 4),
              ::testing::ElementsAre(8, 1, 2, 4));
  EXPECT_EQ(result.end, End::kMinimal);
  EXPECT_EQ(result.best.launch.ranks, 2);
  EXPECT_EQ(line_count(result.best), mock.optimum);
  EXPECT_EQ(result.statistics.repeated, 0);
}

// Wraps another pass and makes it count as a late pass.
class LatePass : public Pass {
 public:
  LatePass(std::unique_ptr<Pass> pass, std::vector<int>& lines)
      : pass_(std::move(pass)), lines_(lines) {}
  std::string_view name() const override { return "late"; }
  bool is_late() const override { return true; }
  std::unique_ptr<Edits> open(const Candidate& candidate) override {
    lines_.push_back(line_count(candidate));
    return pass_->open(candidate);
  }

 private:
  std::unique_ptr<Pass> pass_;
  std::vector<int>& lines_;
};

TEST(Engine, LatePassesWorkOnWhatTheOthersLeave) {
  const MockProblem mock = small_graph();
  std::vector<int> lines;
  std::vector<std::unique_ptr<Pass>> passes;
  passes.push_back(std::make_unique<LatePass>(std::move(mock.passes().front()), lines));
  passes.push_back(std::move(mock.passes().front()));
  MockOracle oracle(mock);
  minimize(mock.problem, passes, oracle);
  ASSERT_FALSE(lines.empty());
  EXPECT_LE(lines.front(), 2 * mock.optimum);
}

// A pass that exchanges two texts, which could continue forever.
class SwapPass : public Pass {
 public:
  std::string_view name() const override { return "swap"; }
  std::unique_ptr<Edits> open(const Candidate& candidate) override {
    return std::make_unique<Swap>(candidate);
  }

 private:
  struct Swap : Edits {
    explicit Swap(const Candidate& candidate) : other(candidate) {
      other.text = candidate.text == "a" ? "b" : "a";
    }
    const Forest& forest() const override { return pieces; }
    std::vector<Proposal> apply(std::span<const Choices> all) override {
      return std::vector<Proposal>(all.size(), {other, other.text, ""});
    }
    Candidate other;
    Forest pieces{{{-1, 1, {{"swap"}}, {}, ""}}};
  };
};

TEST(Engine, NothingIsAcceptedTwice) {
  MockProblem mock;
  mock.problem = problem_of("a");
  mock.judge = [](const Candidate&) { return Answer{Verdict::kSame, 1, failure(), 1, 1, ""}; };
  std::vector<std::unique_ptr<Pass>> passes;
  passes.push_back(std::make_unique<SwapPass>());
  MockOracle oracle(mock);
  const Result result = minimize(mock.problem, passes, oracle);
  EXPECT_EQ(result.end, End::kMinimal);
  EXPECT_EQ(result.statistics.accepted, 1);
}

}  // namespace
}  // namespace gridlock::minimizer::testing
