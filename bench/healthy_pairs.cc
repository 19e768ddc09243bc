// gridlock bench healthy_pairs trains the healthy cells of a matrix and their references, once per
// seed. Every alarm from a relation or from the tensor comparison is a false alarm.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "bench/bench.h"
#include "bench/bench_plan.h"
#include "bench/pair_tally.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"

namespace gridlock::bench {
namespace {

struct HealthyPairsOptions {
  std::string matrix = "healthy_pairs";
  int first = 0;  // the first seed
  int seeds = 42;
  bool compares_tensors = false;
};

matrix::Plan with_seed(matrix::Plan plan, int seed, bool compares_tensors) {
  for (matrix::PlannedCell& planned : plan.cells) {
    planned.recipe.seed = seed;
    planned.traces_tensors = compares_tensors;
  }
  return plan;
}

std::vector<verdict::CellRecord> train(const BenchPlan& bench_plan, const matrix::Plan& plan,
                                       const controller::RunFolder& folder) {
  report::Reporter silent;
  return run::run(plan, options_for(bench_plan, folder), silent).records;
}

golden::TensorTrace trace_of(const matrix::Plan& plan, const controller::RunFolder& folder,
                             const std::string& cell) {
  return golden::TensorTrace(
      folder.tensor_trace(static_cast<std::size_t>(plan.find(cell) - plan.cells.data()), 0));
}

// Adds the comparison of all tensors of a cell with the tensors of its reference. Both have the
// same precision, because the matrix declares no relation across precisions.
void add_tensors(const matrix::Plan& plan, const controller::RunFolder& folder,
                 const verdict::CellRecord& record, PairTally& tally) {
  const matrix::PlannedCell* planned = plan.find(record.cell);
  if (record.verdict != verdict::Verdict::kPass || planned->relations.empty()) return;
  const std::string& reference = planned->relations.front().partner;
  if (reference == record.cell) return;
  tally.add(record.cell, golden::find_numeric_divergence(trace_of(plan, folder, record.cell),
                                                         trace_of(plan, folder, reference), {}));
}

void run_seed(const BenchPlan& bench_plan, int seed, bool compares_tensors, PairTally& tally) {
  const matrix::Plan plan = with_seed(bench_plan.plan, seed, compares_tensors);
  const controller::RunFolder folder(bench_plan.folder.path() / std::to_string(seed));
  const auto records = train(bench_plan, plan, folder);
  tally.begin(fmt::format("seed {}", seed));
  for (const verdict::CellRecord& record : records) {
    tally.add(record, records);
    if (compares_tensors) add_tensors(plan, folder, record, tally);
  }
  std::filesystem::remove_all(folder.root());
}

// Runs the bench. Returns an exit code, which is 1 if there was an alarm.
int bench_healthy_pairs(const HealthyPairsOptions& options) {
  const BenchPlan bench_plan(options.matrix);
  PairTally tally;
  for (int seed = options.first; seed < options.first + options.seeds; ++seed) {
    run_seed(bench_plan, seed, options.compares_tensors, tally);
    fmt::print(stderr, "seed {}: {} pairs so far\n", seed, tally.pairs());
  }
  fmt::print("{}", tally.describe());
  return tally.has_no_alarm() ? cli::kExpected : cli::kUnexpected;
}

}  // namespace

void add_healthy_pairs(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command =
      bench.subcommand("healthy_pairs",
                       "Count false alarms of relations for healthy cells, with many seeds; there "
                       "must be none");
  auto options = std::make_shared<HealthyPairsOptions>();
  command
      .option("--seeds", options->seeds,
              "How many seeds; all cells of the matrix train once per seed")
      .range(1, 100'000)
      .show_default();
  command.option("--first", options->first, "The first seed").range(0, 1'000'000).show_default();
  command.option("--matrix", options->matrix, "A matrix whose cells are all healthy")
      .type_name("FILE")
      .show_default();
  command.flag("--taps", options->compares_tensors,
               "Also compare all tensors, as gridlock diff does");
  command.action([options, &exit_code] { exit_code = bench_healthy_pairs(*options); });
}

}  // namespace gridlock::bench
