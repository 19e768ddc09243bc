#include "minimizer/script_passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "minimizer/engine.h"
#include "minimizer/testing/mock_oracle.h"

namespace gridlock::minimizer::testing {
namespace {

std::shared_ptr<ScriptWorker> worker() {
  return std::make_shared<ScriptWorker>(MINIMIZER_PYTHON, MINIMIZER_PACKAGE);
}

constexpr const char* kScript = R"(
import os
import torch
import torch.distributed as dist

WIDTH = 64


class Meter:
    def __init__(self, name):
        self.name = name
        self.total = 0

    def update(self, value):
        self.total += value


def setup(backend):
    os.environ["OMP_NUM_THREADS"] = "1"
    dist.init_process_group(backend)
    return dist.get_rank()


def batch(step):
    torch.manual_seed(step)
    return torch.randn(8, WIDTH)


def main():
    rank = setup("gloo")
    meter = Meter("loss")
    model = torch.nn.Linear(WIDTH, WIDTH)
    for step in range(4):
        with torch.no_grad():
            loss = model(batch(step)).sum()
        if rank != 1:
            dist.all_reduce(loss)
        meter.update(loss.item())
    if meter.total > 0:
        print(meter.name, meter.total)
    dist.barrier()


if __name__ == "__main__":
    main()
)";

// Returns whether the text contains the calls in this order, in which case the failure shows.
bool has_all(const std::string& text, const std::vector<std::string>& calls) {
  std::size_t at = 0;
  for (const std::string& call : calls) {
    at = text.find(call, at);
    if (at == std::string::npos) return false;
  }
  return true;
}

MockProblem problem(const std::shared_ptr<ScriptWorker>& worker) {
  MockProblem mock;
  mock.problem = problem_of(kScript);
  mock.problem.original.launch = {4, {{"TORCH_LOGS", "all"}}, {"--steps", "4"}};
  mock.problem.canonical = canonical_form(*worker, kScript);
  mock.judge = [worker](const Candidate& candidate) {
    EXPECT_EQ(screen(*worker, candidate.text), "") << candidate.text;
    if (has_all(candidate.text, {"init_process_group", "get_rank() != 1", "all_reduce"}) ||
        has_all(candidate.text, {"init_process_group", "if rank != 1", "all_reduce"}))
      return Answer{Verdict::kSame, 0.1, failure(), 1, 1, ""};
    return Answer{Verdict::kPasses, 0.1, {}, 0, 1, ""};
  };
  return mock;
}

TEST(ScriptPasses, ReduceAScriptToItsCore) {
  const auto shared = worker();
  const MockProblem mock = problem(shared);
  MockOracle oracle(mock);
  const Result result = minimize(mock.problem, script_passes(shared), oracle, nullptr, {});
  EXPECT_EQ(result.end, End::kMinimal);
  EXPECT_LE(line_count(result.best), 6) << result.best.text;
  EXPECT_LT(result.statistics.asked, 120);
  EXPECT_EQ(result.statistics.repeated, 0);
  EXPECT_EQ(result.best.launch, (Launch{1, {}, {}}));
}

TEST(ScriptPasses, KeepingAllIsTheSameScript) {
  const auto shared = worker();
  const Candidate candidate{kScript, {}};
  for (const auto& pass : script_passes(shared)) {
    const auto edits = pass->open(candidate);
    const std::vector<Choices> all{edits->forest().all_kept()};
    const Proposal proposal = edits->apply(all).front();
    ASSERT_TRUE(proposal.candidate) << pass->name() << ": " << proposal.refusal;
    EXPECT_EQ(proposal.canonical, canonical_form(*shared, kScript)) << pass->name();
  }
}

TEST(ScriptPasses, ARefusedProposalSaysWhy) {
  const auto shared = worker();
  for (const auto& pass : script_passes(shared)) {
    if (pass->name() != "statements") continue;
    const auto edits = pass->open({"x = 1\nprint(x)\n", {}});
    const std::vector<Choices> all{{0, kKeep}};  // not closed, because the use of x is kept
    const Proposal proposal = edits->apply(all).front();
    EXPECT_FALSE(proposal.candidate);
    EXPECT_EQ(proposal.refusal, "unbound name 'x'");
  }
}

TEST(ScriptWorker, LivesOnAfterAScriptThatDoesNotParse) {
  const auto shared = worker();
  EXPECT_THROW(script_passes(shared).front()->open({"def f(:", {}}), WorkerError);
  EXPECT_EQ(screen(*shared, "print(1)"), "");
  EXPECT_EQ(shared->generation(), 0);
}

TEST(ScriptWorker, IsStartedAgainWhenItHasEnded) {
  const auto shared = worker();
  const auto passes = script_passes(shared);
  const auto edits = passes.front()->open({kScript, {4, {}, {}}});
  EXPECT_THROW(shared->request({{"do", "end"}}), WorkerError);
  const std::vector<Choices> all{edits->forest().all_kept()};
  EXPECT_TRUE(edits->apply(all).front().candidate);
  EXPECT_EQ(shared->generation(), 1);
}

TEST(ScriptWorker, FinishesForReaders) {
  const auto shared = worker();
  EXPECT_EQ(finish_script(*shared, "def f():\n  model_1 = 2; return model_1\nprint(f())"),
            "def f():\n    model = 2\n    return model\n\n\nprint(f())\n");
}

}  // namespace
}  // namespace gridlock::minimizer::testing
