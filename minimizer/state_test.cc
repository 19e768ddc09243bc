#include "minimizer/state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/process/files.h"
#include "harness/process/temporary_folder.h"
#include "minimizer/engine.h"
#include "minimizer/testing/mock_graph.h"
#include "minimizer/testing/mock_oracle.h"

namespace gridlock::minimizer::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class StateTest : public ::testing::Test {
 protected:
  // Asks at most `verdicts` questions with a new State, like a separate process.
  Result reduce(MockOracle& oracle, std::optional<int> verdicts = {}) {
    State state(folder(), mock_.problem);
    MinimizeOptions options;
    options.budget.verdicts = verdicts;
    const auto passes = mock_.passes();
    return minimize(mock_.problem, passes, oracle, &state, options);
  }

  std::string complaint() {
    try {
      State(folder(), mock_.problem);
      return "none";
    } catch (const StateError& error) {
      return error.what();
    }
  }

  fs::path folder() const { return folder_.path() / "state"; }
  fs::path journal() const { return folder() / "journal.jsonl"; }

  MockProblem mock_ = graph_problem({.statements = 60,
                                     .necessary = 3,
                                     .flow = true,
                                     .fragile = 0.1,
                                     .backwards = 0.5,
                                     .decoy = true,
                                     .seed = 4});
  process::TemporaryFolder folder_{"minimizer-state"};
};

TEST_F(StateTest, InterruptedAfterEveryAnswerNothingIsAskedAgain) {
  MockOracle whole(mock_);
  const auto passes = mock_.passes();
  minimize(mock_.problem, passes, whole);
  MockOracle oracle(mock_);
  Result result;
  int sittings = 0;
  do result = reduce(oracle, 1);
  while (result.end == End::kBudget && ++sittings < 1000);
  EXPECT_EQ(result.end, End::kMinimal);
  EXPECT_EQ(line_count(result.best), mock_.optimum);
  EXPECT_EQ(oracle.duplicates(), 0);
  EXPECT_LE(oracle.asked().size(), 3 * whole.asked().size());
}

TEST_F(StateTest, ResumedOnceItCostsFewQuestionsMore) {
  MockOracle whole(mock_), oracle(mock_);
  const auto passes = mock_.passes();
  minimize(mock_.problem, passes, whole);
  reduce(oracle, static_cast<int>(whole.asked().size()) / 2);
  EXPECT_EQ(reduce(oracle).end, End::kMinimal);
  EXPECT_EQ(oracle.duplicates(), 0);
  EXPECT_LE(oracle.asked().size(), whole.asked().size() + 12);
}

TEST_F(StateTest, TheBestIsAlwaysOnDisk) {
  MockOracle oracle(mock_);
  const Result result = reduce(oracle, 12);
  EXPECT_LT(line_count(result.best), 60);
  EXPECT_EQ(process::read_text(folder() / "best.py"), result.best.text);
  EXPECT_EQ(State(folder(), mock_.problem).known().best->candidate, result.best);
}

TEST_F(StateTest, KeepsByCatch) {
  MockOracle oracle(mock_);
  const Result result = reduce(oracle);
  ASSERT_FALSE(result.by_catch.empty());
  const State state(folder(), mock_.problem);
  ASSERT_EQ(state.known().by_catch.size(), result.by_catch.size());
  EXPECT_EQ(state.known().by_catch[0].candidate, result.by_catch[0].candidate);
  EXPECT_EQ(process::read_text(folder() / "by_catch" / "0.py"), result.by_catch[0].candidate.text);
}

TEST_F(StateTest, ALineThatWasCutOffIsForgotten) {
  MockOracle oracle(mock_);
  reduce(oracle, 12);
  const auto answers = State(folder(), mock_.problem).known().answers.size();
  process::write_text(journal(), process::read_text(journal()) + R"({"answer_to": "12)");
  EXPECT_EQ(State(folder(), mock_.problem).known().answers.size(), answers);
  EXPECT_EQ(reduce(oracle).end, End::kMinimal);
  EXPECT_EQ(complaint(), "none");
}

TEST_F(StateTest, ADamagedLineIsRefusedByItsNumber) {
  MockOracle oracle(mock_);
  reduce(oracle, 3);
  process::write_text(journal(), process::read_text(journal()) + "nonsense\n");
  EXPECT_THAT(complaint(), HasSubstr("journal.jsonl: line "));
  EXPECT_THAT(complaint(), HasSubstr("Delete the folder to start again"));
}

TEST_F(StateTest, AFolderOfAnotherProblemIsRefused) {
  MockOracle oracle(mock_);
  reduce(oracle, 3);
  mock_.problem.signature.kind = "crash";
  EXPECT_THAT(complaint(), HasSubstr("of another script or failure"));
}

TEST_F(StateTest, ADamagedBestIsRefused) {
  MockOracle oracle(mock_);
  reduce(oracle, 12);
  process::write_text(folder() / "best.json", "{}");
  EXPECT_THAT(complaint(), HasSubstr("best.json: is damaged: missing field 'key'"));
}

TEST_F(StateTest, AFolderThatCannotBeMadeIsRefused) {
  process::write_text(folder(), "a file");
  EXPECT_THAT(complaint(), HasSubstr("cannot be created"));
}

TEST_F(StateTest, AnswersThatDoNotLastAreNotKept) {
  State state(folder(), mock_.problem);
  mock_.judge = [](const Candidate&) { return Answer{Verdict::kSlow, 1, {}, 0, 1, ""}; };
  MockOracle oracle(mock_);
  const auto passes = mock_.passes();
  minimize(mock_.problem, passes, oracle, &state);
  EXPECT_TRUE(State(folder(), mock_.problem).known().answers.empty());
}

}  // namespace
}  // namespace gridlock::minimizer::testing
