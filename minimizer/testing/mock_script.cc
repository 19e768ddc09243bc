#include "minimizer/testing/mock_script.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "minimizer/testing/mock_pass.h"
#include "minimizer/testing/random.h"

namespace gridlock::minimizer::testing {
namespace {

using Kind = Node::Kind;

int depth_of(const Script& script, int at) {
  int depth = 0;
  for (; script[at].parent >= 0; at = script[at].parent) ++depth;
  return depth;
}

std::string line_of(const Node& node) {
  const std::string id = std::to_string(node.id);
  if (node.kind == Kind::kBlock) return "if b" + id + ":";
  if (node.kind == Kind::kFunction) return "def f" + id + ":";
  return "s" + id + (node.callee < 0 ? "" : " f" + std::to_string(node.callee));
}

// Returns the index of the function that contains a node; -1 if there is none.
int function_around(const Script& script, int at) {
  while (at >= 0 && script[at].kind != Kind::kFunction) at = script[at].parent;
  return at;
}

}  // namespace

std::string print(const Script& script) {
  std::string text;
  for (int i = 0; i < static_cast<int>(script.size()); ++i) {
    const std::string indent(2 * depth_of(script, i), ' ');
    text += indent + line_of(script[i]) + "\n";
    const bool leaf = i + 1 == static_cast<int>(script.size()) || script[i + 1].parent != i;
    if (leaf && script[i].kind != Kind::kStatement) text += indent + "  pass\n";
  }
  return text;
}

Script parse_script(const std::string& text) {
  Script script;
  std::vector<int> open;  // indices of the open blocks, by depth
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto indent = line.find_first_not_of(' ');
    std::istringstream words(line.substr(indent));
    std::string first, second;
    words >> first >> second;
    if (first == "pass") continue;
    open.resize(indent / 2);
    Node node;
    node.parent = open.empty() ? -1 : open.back();
    if (first == "if") node.kind = Kind::kBlock;
    if (first == "def") node.kind = Kind::kFunction;
    node.id = std::stoi((node.kind == Kind::kStatement ? first : second).substr(1));
    if (node.kind == Kind::kStatement && !second.empty()) node.callee = std::stoi(second.substr(1));
    open.push_back(static_cast<int>(script.size()));
    script.push_back(node);
  }
  return script;
}

Script random_script(int lines, std::uint64_t seed) {
  Random random(seed);
  Script script;
  std::vector<int> open;
  const auto add = [&](Kind kind, int callee = -1) {
    const int parent = open.empty() ? -1 : open.back();
    script.push_back({kind, static_cast<int>(script.size()), callee, parent});
  };
  const auto add_block = [&](Kind kind, int until) {
    open.assign(1, static_cast<int>(script.size()));
    const int parent = -1;
    script.push_back({kind, static_cast<int>(script.size()), -1, parent});
    while (static_cast<int>(script.size()) < until) {
      if (open.size() > 1 && random.chance(0.25)) open.pop_back();
      if (open.size() < 4 && random.chance(0.15)) {
        add(Kind::kBlock);
        open.push_back(static_cast<int>(script.size()) - 1);
      }
      add(Kind::kStatement);
    }
    open.clear();
  };
  std::vector<int> functions;
  while (static_cast<int>(script.size()) < lines / 6) {
    functions.push_back(static_cast<int>(script.size()));
    add_block(Kind::kFunction, static_cast<int>(script.size()) + 4 + random.below(6));
  }
  std::vector<int> calls = functions;
  calls.insert(calls.end(), functions.begin(), functions.end());
  while (static_cast<int>(script.size()) < lines) {
    const int until =
        std::min(lines, static_cast<int>(script.size()) + 2 + random.below(lines / 4));
    random.chance(0.5) ? add_block(Kind::kBlock, until) : add(Kind::kStatement);
    if (!calls.empty() && random.chance(0.8)) {
      add(Kind::kStatement, calls.back());
      calls.pop_back();
    }
  }
  for (const int callee : calls) add(Kind::kStatement, callee);
  return script;
}

namespace {

class ScriptEdits : public MockEdits {
 public:
  explicit ScriptEdits(const Candidate& base) : ScriptEdits(base, parse_script(base.text)) {}

 private:
  ScriptEdits(const Candidate& base, const Script& script)
      : MockEdits(base, pieces(script)), script_(script) {}

  void make(const Choices& choices, Candidate& candidate) const override {
    candidate.text = print(without(choices));
  }

  static std::vector<Piece> pieces(const Script& script) {
    std::map<int, int> functions;
    std::vector<Piece> pieces;
    for (int i = 0; i < static_cast<int>(script.size()); ++i) {
      const Node& node = script[i];
      Piece piece;
      piece.parent = node.parent;
      piece.alternatives.resize(1);
      if (node.kind == Kind::kBlock) piece.alternatives.push_back({"unwrap", false, false});
      if (node.kind == Kind::kFunction) functions[node.id] = i;
      if (functions.contains(node.callee)) piece.needs = {functions[node.callee]};
      piece.name = line_of(node);
      pieces.push_back(piece);
      for (int at = node.parent; at >= 0; at = script[at].parent) ++pieces[at].weight;
    }
    return pieces;
  }

  Script without(const Choices& choices) const {
    Script script;
    std::vector<int> place(script_.size(), -1);  // new index by old; if dropped, the parent's
    for (std::size_t i = 0; i < script_.size(); ++i) {
      Node node = script_[i];
      if (node.parent >= 0) node.parent = place[node.parent];
      if (choices[i] == kKeep) {
        place[i] = static_cast<int>(script.size());
        script.push_back(node);
      } else {
        place[i] = node.parent;
      }
    }
    return script;
  }

  Script script_;
};

Answer judge_script(const Rule& rule, const Candidate& candidate) {
  const Script script = parse_script(candidate.text);
  std::set<int> defined, called, running;
  for (int i = 0; i < static_cast<int>(script.size()); ++i) {
    const Node& node = script[i];
    if (node.kind == Kind::kFunction) defined.insert(node.id);
    if (node.callee < 0) continue;
    if (!defined.contains(node.callee)) return {Verdict::kInvalid, 1.0, {}, 0, 1, "unbound name"};
    called.insert(node.callee);
  }
  for (int i = 0; i < static_cast<int>(script.size()); ++i) {
    const int function = function_around(script, i);
    if (function < 0 || called.contains(script[function].id)) running.insert(script[i].id);
  }
  return judge(rule, running);
}

}  // namespace

MockProblem script_problem(const ScriptOptions& options) {
  Random random(options.seed * 104729 + 3);
  const Script script = random_script(options.lines, options.seed);
  std::vector<int> plain;
  for (const Node& node : script)
    if (node.kind == Kind::kStatement && node.callee < 0) plain.push_back(node.id);
  std::set<int> chosen, functions;
  while (static_cast<int>(chosen.size()) < options.necessary)
    chosen.insert(plain[random.below(static_cast<int>(plain.size()))]);
  for (const int id : chosen)
    if (const int function = function_around(script, id); function >= 0) functions.insert(function);
  Rule rule;
  rule.necessary.assign(chosen.begin(), chosen.end());
  for (std::size_t i = 1; i < plain.size(); ++i)
    if (random.chance(options.fragile) && !chosen.contains(plain[i]))
      rule.fragile.emplace_back(plain[i], plain[i - 1]);
  if (options.decoy) rule.decoy = plain[random.below(static_cast<int>(plain.size()))];
  MockProblem mock;
  mock.problem = problem_of(print(script));
  mock.judge = [rule](const Candidate& candidate) { return judge_script(rule, candidate); };
  mock.passes = [] {
    std::vector<std::unique_ptr<Pass>> passes;
    passes.push_back(std::make_unique<MockPass<ScriptEdits>>("statements"));
    return passes;
  };
  mock.necessary = options.necessary;
  mock.optimum = options.necessary + 2 * static_cast<int>(functions.size());
  return mock;
}

}  // namespace gridlock::minimizer::testing
