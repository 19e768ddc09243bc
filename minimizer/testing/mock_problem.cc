#include "minimizer/testing/mock_problem.h"

#include <algorithm>

#include "minimizer/testing/mock_pass.h"

namespace gridlock::minimizer::testing {

Signature failure() {
  return {"hang", {{"operation", "all_reduce"}, {"relation", "subset"}}};
}
Signature crash() {
  return {"crash", {{"exception", "RuntimeError"}}};
}
Signature decoy_failure() {
  return {"hang", {{"operation", "barrier"}, {"relation", "subset"}}};
}

Answer judge(const Rule& rule, const std::set<int>& running, bool flows) {
  Answer answer{Verdict::kDifferent, 1.0, crash(), 0, 1, ""};
  for (const auto& [statement, other] : rule.fragile)
    if (running.contains(statement) && !running.contains(other)) return answer;
  const auto runs = [&](int statement) { return running.contains(statement); };
  if (flows && std::ranges::all_of(rule.necessary, runs))
    return {Verdict::kSame, 1.0, failure(), 1, 1, ""};
  answer.seen = decoy_failure();
  if (runs(rule.decoy)) return answer;
  return {Verdict::kPasses, 1.0, {}, 0, 1, ""};
}

Problem problem_of(std::string text) {
  Problem problem{{std::move(text), {}}, "", failure(), {}};
  problem.canonical = problem.original.text;
  return problem;
}

namespace {

Signature failure_of_kind(const std::string& kind) {
  if (kind == "crash") return {kind, {{"exception", "ValueError"}, {"message", "bad batch N"}}};
  if (kind == "wrong") return {kind, {{"number", "loss"}, {"by", "below 1 %"}}};
  return failure();
}

// Edits with a single piece, whose alternatives are smaller numbers of ranks.
class RanksEdits : public MockEdits {
 public:
  explicit RanksEdits(const Candidate& base) : MockEdits(base, pieces(base.launch.ranks)) {}

 private:
  void make(const Choices& choices, Candidate& candidate) const override {
    if (!choices.empty() && choices.front() >= 0)
      candidate.launch.ranks = std::stoi(forest()[0].alternatives[choices.front()].name);
  }

  static std::vector<Piece> pieces(int ranks) {
    Piece piece;
    piece.name = "ranks";
    for (const int fewer : {2, ranks / 2, ranks - 1, 1}) {
      const std::string name = std::to_string(fewer);
      if (fewer > 0 && fewer < ranks &&
          std::ranges::count(piece.alternatives, name, &Alternative::name) == 0)
        piece.alternatives.push_back({name});
    }
    return piece.alternatives.empty() ? std::vector<Piece>() : std::vector<Piece>{piece};
  }
};

}  // namespace

void put_into(MockProblem& mock, const Setting& setting) {
  mock.problem.signature = failure_of_kind(setting.kind);
  mock.problem.original.launch.ranks = setting.ranks;
  mock.ranks = setting.needed;
  mock.judge = [judge = mock.judge, setting,
                shown = mock.problem.signature](const Candidate& candidate) {
    Answer answer = judge(candidate);
    if (answer.verdict != Verdict::kSame) return answer;
    if (candidate.launch.ranks < setting.needed) return Answer{Verdict::kPasses, 1.0, {}, 0, 1, ""};
    answer.seen = shown;
    return answer;
  };
  mock.passes = [passes = mock.passes] {
    auto all = passes();
    all.insert(all.begin(), std::make_unique<MockPass<RanksEdits>>("ranks"));
    return all;
  };
}

}  // namespace gridlock::minimizer::testing
