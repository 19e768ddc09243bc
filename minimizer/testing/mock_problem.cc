#include "minimizer/testing/mock_problem.h"

#include <algorithm>

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

}  // namespace gridlock::minimizer::testing
