#include "minimizer/testing/corpus.h"

#include <algorithm>
#include <array>

#include "minimizer/repeated_oracle.h"
#include "minimizer/testing/mock_graph.h"
#include "minimizer/testing/mock_oracle.h"
#include "minimizer/testing/mock_script.h"

namespace gridlock::minimizer::testing {
namespace {

// Returns the kind of failure and the number of ranks for `seed`. With one rank, the failure is a
// crash or wrong numbers.
Setting setting_of(std::uint64_t seed) {
  static const std::array<std::string, 3> kKinds = {"hang", "wrong", "crash"};
  static constexpr std::array<int, 6> kRanks = {2, 4, 1, 32, 8, 16};
  Setting setting{kKinds[seed / 3 % 3], kRanks[seed / 2 % 6], 1};
  if (setting.kind == "hang") setting.ranks = std::max(setting.ranks, 2);
  if (setting.kind == "hang" || (setting.ranks > 1 && seed % 2 == 0)) setting.needed = 2;
  return setting;
}

Task named(Task task, const std::string& kind, std::uint64_t seed) {
  const Setting setting = setting_of(seed);
  put_into(task.mock, setting);
  task.mock.name = task.family + ", " + setting.kind + " on " + std::to_string(setting.ranks) +
                   ", " + kind + ", k=" + std::to_string(task.mock.necessary);
  return task;
}

Task graph_task(const GraphOptions& options, const std::string& kind) {
  return named({"graph " + std::to_string(options.statements), graph_problem(options)}, kind,
               options.seed);
}

Task script_task(const ScriptOptions& options, const std::string& kind) {
  return named({"script " + std::to_string(options.lines), script_problem(options)}, kind,
               options.seed);
}

Measured measured(const MockProblem& mock, const MockOracle& oracle, const Candidate& best) {
  const Answer truth = mock.judge(best);
  Measured result;
  result.success = truth.verdict == Verdict::kSame && truth.seen == mock.problem.signature;
  result.ranks_ratio = static_cast<double>(best.launch.ranks) / mock.ranks;
  result.slipped = truth.verdict == Verdict::kDifferent;
  result.runs = static_cast<int>(oracle.asked().size());
  result.duplicates = oracle.duplicates();
  result.lines = line_count(best);
  result.size_ratio = static_cast<double>(result.lines) / mock.optimum;
  result.seconds = oracle.now();
  return result;
}

}  // namespace

std::vector<Task> corpus() {
  std::vector<Task> tasks;
  std::uint64_t seed = 0;
  for (const int statements : {100, 500, 1000, 2000, 2000, 2000}) {
    for (const int k : {1, 2, 4, 8}) {
      tasks.push_back(graph_task({statements, k, false, 0, 0, false, ++seed}, "presence"));
      tasks.push_back(graph_task({statements, k, true, 0, 0, false, ++seed}, "flow"));
      tasks.push_back(graph_task({statements, k, true, 0.05, 0.1, true, ++seed}, "fragile, decoy"));
    }
  }
  for (const int lines : {50, 150, 400}) {
    for (const int k : {1, 2, 4, 8}) {
      tasks.push_back(script_task({lines, k, 0, false, ++seed}, "plain"));
      tasks.push_back(script_task({lines, k, 0.1, true, ++seed}, "fragile, decoy"));
    }
  }
  return tasks;
}

std::vector<Task> flaky_corpus() {
  std::vector<Task> tasks;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    tasks.push_back(graph_task({500, 4, false, 0, 0, false, seed}, "flaky"));
    tasks.back().mock.rate = 0.3;
  }
  return tasks;
}

Measured measure_engine(const MockProblem& mock, int slots) {
  MockOracle oracle(mock, slots);
  const auto passes = mock.passes();
  const Result result = minimize(mock.problem, passes, oracle);
  Measured row = measured(mock, oracle, result.best);
  row.asked = result.statistics.asked;
  row.by_catch = static_cast<int>(result.by_catch.size());
  return row;
}

Measured measure_flaky(const MockProblem& mock, std::uint64_t seed) {
  MockOracle once(mock, 1, seed);
  Problem problem = mock.problem;
  problem.answer = measure_rate(once, problem.original, 30);
  const double fraction = static_cast<double>(problem.answer->failures) / problem.answer->runs;
  RepeatedOracle oracle(once, {.rate = fraction, .floor = fraction / 10});
  const auto passes = mock.passes();
  const Result result = minimize(problem, passes, oracle);
  Measured row = measured(mock, once, result.best);
  row.asked = result.statistics.asked;
  return row;
}

}  // namespace gridlock::minimizer::testing
