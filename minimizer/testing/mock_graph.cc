#include "minimizer/testing/mock_graph.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "minimizer/testing/mock_pass.h"
#include "minimizer/testing/random.h"

namespace gridlock::minimizer::testing {

std::string print(const Graph& graph) {
  std::string text;
  for (const Statement& statement : graph) {
    text += "v" + std::to_string(statement.id) + " = f(";
    for (std::size_t i = 0; i < statement.operands.size(); ++i) {
      const int operand = statement.operands[i];
      text += i == 0 ? "" : ", ";
      text += operand == kInput ? "in" : "v" + std::to_string(operand);
    }
    text += ")\n";
  }
  return text;
}

Graph parse_graph(const std::string& text) {
  Graph graph;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Statement statement{std::stoi(line.substr(1)), {}};
    for (auto at = line.find('('); line[at] != ')'; at = line.find_first_of(",)", at + 1)) {
      const auto start = line.find_first_not_of(", (", at);
      statement.operands.push_back(line[start] == 'i' ? kInput : std::stoi(line.substr(start + 1)));
    }
    graph.push_back(std::move(statement));
  }
  return graph;
}

Graph random_graph(int statements, std::uint64_t seed) {
  Random random(seed);
  Graph graph;
  for (int id = 0; id < statements; ++id) {
    const auto recent = [&] { return id == 0 ? kInput : std::max(0, id - 1 - random.below(20)); };
    Statement statement{id, {random.chance(0.85) ? id - 1 : recent()}};
    if (random.chance(0.5)) statement.operands.push_back(recent());
    graph.push_back(std::move(statement));
  }
  return graph;
}

namespace {

class GraphEdits : public MockEdits {
 public:
  explicit GraphEdits(const Candidate& base) : GraphEdits(base, parse_graph(base.text)) {}

 private:
  GraphEdits(const Candidate& base, const Graph& graph)
      : MockEdits(base, pieces(graph)), graph_(graph) {}

  void make(const Choices& choices, Candidate& candidate) const override {
    candidate.text = print(without(choices));
  }

  static std::vector<Piece> pieces(const Graph& graph) {
    std::vector<Piece> pieces;
    for (const Statement& statement : graph) {
      Piece piece;
      piece.name = "v" + std::to_string(statement.id);
      piece.alternatives = {{"recent", false, false}, {"other", false, false}};
      piece.alternatives.resize(std::max<std::size_t>(1, statement.operands.size()));
      pieces.push_back(piece);
    }
    return pieces;
  }

  // Sorts operands from the most recent to the oldest, because replacing a value by its most recent
  // operand keeps the longest chain.
  static std::vector<int> by_age(std::vector<int> operands) {
    std::ranges::sort(operands, std::greater());
    return operands;
  }

  Graph without(const Choices& choices) const {
    std::map<int, int> read_instead;
    const auto resolved = [&](int operand) {
      const auto found = read_instead.find(operand);
      return found == read_instead.end() ? operand : found->second;
    };
    Graph graph;
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      Statement statement = graph_[i];
      for (int& operand : statement.operands) operand = resolved(operand);
      if (choices[i] == kKeep)
        graph.push_back(statement);
      else
        read_instead[statement.id] = resolved(by_age(graph_[i].operands).at(choices[i]));
    }
    return graph;
  }

  Graph graph_;
};

std::set<int> ancestors(const Graph& graph, int of) {
  std::set<int> found{of};
  for (auto statement = graph.rbegin(); statement != graph.rend(); ++statement)
    if (found.contains(statement->id))
      found.insert(statement->operands.begin(), statement->operands.end());
  found.erase(of);
  found.erase(kInput);
  return found;
}

bool flows_through(const Graph& graph, const std::vector<int>& necessary) {
  for (std::size_t i = 1; i < necessary.size(); ++i)
    if (!ancestors(graph, necessary[i]).contains(necessary[i - 1])) return false;
  return true;
}

Answer judge_graph(const Rule& rule, const Candidate& candidate) {
  const Graph graph = parse_graph(candidate.text);
  std::set<int> running;
  for (const Statement& statement : graph) {
    for (const int operand : statement.operands)
      if (operand != kInput && !running.contains(operand))
        return {Verdict::kInvalid, 1.0, {}, 0, 1, "unbound name"};
    running.insert(statement.id);
  }
  return judge(rule, running, !rule.flow || flows_through(graph, rule.necessary));
}

std::vector<int> choose_necessary(const Graph& graph, const GraphOptions& options, Random& random) {
  const int n = options.statements;
  std::set<int> chosen;
  if (!options.flow)
    while (static_cast<int>(chosen.size()) < options.necessary) chosen.insert(random.below(n));
  for (int at = n - 1 - random.below(n / 4); static_cast<int>(chosen.size()) < options.necessary;) {
    chosen.insert(at);
    const std::set<int> before = ancestors(graph, at);
    if (before.empty()) break;
    // The step is short enough to leave room for the statements that are still to be chosen.
    const int left = options.necessary - static_cast<int>(chosen.size()) + 1;
    const int step = std::min<int>(static_cast<int>(before.size()),
                                   1 + random.below(2 * static_cast<int>(before.size()) / left));
    at = *std::prev(before.end(), step);
  }
  return {chosen.begin(), chosen.end()};
}

void choose_fragile(const GraphOptions& options, Random& random, Rule& rule) {
  const auto is_necessary = [&](int id) { return std::ranges::count(rule.necessary, id) > 0; };
  for (int id = 30; id < options.statements - 30; ++id) {
    if (!random.chance(options.fragile) || is_necessary(id)) continue;
    const int distance = 1 + random.below(30);
    rule.fragile.emplace_back(id, random.chance(options.backwards) ? id + distance : id - distance);
  }
}

}  // namespace

MockProblem graph_problem(const GraphOptions& options) {
  Random random(options.seed * 7919 + 17);
  const Graph graph = random_graph(options.statements, options.seed);
  Rule rule;
  rule.flow = options.flow;
  rule.necessary = choose_necessary(graph, options, random);
  choose_fragile(options, random, rule);
  if (options.decoy) rule.decoy = random.below(options.statements);
  MockProblem mock;
  mock.problem = problem_of(print(graph));
  mock.judge = [rule](const Candidate& candidate) { return judge_graph(rule, candidate); };
  mock.passes = [] {
    std::vector<std::unique_ptr<Pass>> passes;
    passes.push_back(std::make_unique<MockPass<GraphEdits>>("statements"));
    return passes;
  };
  mock.necessary = mock.optimum = static_cast<int>(rule.necessary.size());
  return mock;
}

}  // namespace gridlock::minimizer::testing
