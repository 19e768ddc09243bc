#include "harness/cli/golden_reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "golden/compare.h"
#include "golden/numeric_divergence.h"
#include "golden/numeric_divergence_text.h"
#include "golden/tensor_file.h"
#include "harness/cli/build.h"
#include "harness/cli/command.h"
#include "harness/cli/find_cell.h"
#include "harness/cli/load_matrix.h"
#include "harness/cli/notice.h"
#include "harness/cli/reference_program.h"
#include "harness/cli/settings.h"
#include "harness/process/temporary_folder.h"
#include "harness/run/locate.h"
#include "harness/run/run.h"
#include "harness/text/quantity.h"
#include "harness/verdict/agreement.h"
#include "matrix/planner.h"

namespace gridlock::cli {
namespace {

namespace fs = std::filesystem;
using verdict::CellRecord;

constexpr const char* kCase = "dense";

// The precision and number of layers of a cell. Cells of the same kind have equal numerical
// results, except for rounding.
using Kind = std::pair<std::string, std::string>;

Kind kind_of(const CellRecord& record) {
  return {verdict::precision_of(record), verdict::word_of(record, "layers")};
}

bool is_compiled(const CellRecord& record) {
  const std::string compile = verdict::word_of(record, "compile");
  return !compile.empty() && compile != "none";
}

// Returns one cell of each kind to train again, preferably one for which rounding was measured.
std::map<Kind, const CellRecord*> examples(const std::vector<CellRecord>& records) {
  std::map<Kind, const CellRecord*> examples;
  for (const CellRecord& record : records) {
    if (record.verdict != verdict::Verdict::kPass || is_compiled(record)) continue;
    if (!computes_in(verdict::precision_of(record))) continue;
    const CellRecord*& example = examples[kind_of(record)];
    const bool is_measured = !record.reports.front().rounded.empty();
    if (example == nullptr || (is_measured && example->reports.front().rounded.empty()))
      example = &record;
  }
  return examples;
}

// Trains the examples again, with tensor traces and with their initial parameters kept.
class Again {
 public:
  Again(const GoldenRun& run, const std::map<Kind, const CellRecord*>& examples)
      : folder_(temporary_.path() / "run") {
    const MatrixArguments arguments = with_matrix_of(run.identity, {});
    const matrix::Matrix matrix = load_matrix(arguments);
    const controller::MachineFacts machine = controller::inspect_machine();
    const matrix::Plan plan = matrix::plan(matrix, {machine.gpus});
    matrix::Plan again;
    again.matrix_name = "reference";
    for (const auto& [kind, record] : examples) {
      matrix::PlannedCell cell = run::with_tensor_trace(find_cell(matrix, plan, record->cell),
                                                        golden::CompareMode::kRoundings);
      cell.initial_state = true;
      index_[kind] = again.cells.size();
      again.cells.push_back(std::move(cell));
    }
    train(again, arguments, matrix, machine);
  }

  fs::path tensor_trace(const Kind& kind) const { return folder_.tensor_trace(index_.at(kind), 0); }
  fs::path initial_state(const Kind& kind) const {
    return folder_.initial_state(index_.at(kind), 0);
  }
  fs::path scratch(const std::string& name) const { return temporary_.path() / name; }

 private:
  void train(const matrix::Plan& plan, const MatrixArguments& arguments,
             const matrix::Matrix& matrix, const controller::MachineFacts& machine) {
    const volatile std::sig_atomic_t& stop = stop_on_signals();
    run::RunOptions options{.training = {}, .folder = folder_};
    options.training.rerun_command = rerun_command(arguments, matrix);
    options.training.machine = machine;
    options.training.launch = launch_options();
    options.interrupted = [&] { return stop != 0; };
    report::Reporter silent;
    const report::RunSummary summary = run::run(plan, options, silent);
    if (summary.end == report::End::kInterrupted) throw Interrupted{};
    for (const CellRecord& record : summary.records) {
      if (record.verdict == verdict::Verdict::kPass) continue;
      throw matrix::InputError(fmt::format("{} cannot be trained again: {}: {}", record.cell,
                                           verdict::verdict_text(record), record.sentence));
    }
  }

  process::TemporaryFolder temporary_{"reference"};
  controller::RunFolder folder_;
  std::map<Kind, std::size_t> index_;  // index into the plan
};

// Bounds for the differences that rounding causes in cells of one kind. They are measured, or taken
// from the table for the precision if there are no measurements.
class Bounds {
 public:
  explicit Bounds(const CellRecord& example)
      : losses_(verdict::spread_of(example, &protocol::RoundedReport::losses)),
        grad_norms_(verdict::spread_of(example, &protocol::RoundedReport::grad_norms)),
        usual_(verdict::tolerance_of(example)) {}

  golden::Bound loss() const { return losses_ ? losses_->bound() : usual_.loss; }
  golden::Bound grad_norm() const { return grad_norms_ ? grad_norms_->bound() : usual_.grad_norm; }

 private:
  std::optional<golden::Spread> losses_, grad_norms_;
  golden::Tolerance usual_;
};

// The results of the comparison for the cells of one kind.
struct Tally {
  std::size_t cells = 0;
  double loss = 0, grad_norm = 0, parameters = 0;  // largest fraction of the bound
  std::vector<std::string> differences;
};

void judge(const CellRecord& record, const Bounds& bounds, const ReferenceNumbers& reference,
           Tally& tally) {
  const auto numbers = verdict::numbers(record);
  if (!numbers) return;
  ++tally.cells;
  const auto check = [&](const char* series, const std::vector<double>& own,
                         const std::vector<double>& right, const golden::Bound& bound,
                         double& most) {
    if (const auto margin = golden::margin(own, right, bound))
      most = std::max(most, golden::used(*margin));
    if (const auto mismatch = golden::compare(series, own, right, bound))
      tally.differences.push_back(record.cell + ": " + golden::explain(*mismatch));
  };
  check("loss", numbers->losses, reference.losses, bounds.loss(), tally.loss);
  check("grad norm", numbers->grad_norms, reference.grad_norms, bounds.grad_norm(),
        tally.grad_norm);
}

void judge_parameters(const CellRecord& example, const fs::path& trace, const fs::path& reference,
                      Tally& tally) {
  const golden::NumericDivergence divergence =
      golden::find_numeric_divergence(golden::TensorTrace(trace), golden::TensorTrace(reference),
                                      {golden::CompareMode::kRoundings, false});
  const auto& most = divergence.furthest();
  if (most) tally.parameters = most->excess();
  if (divergence.first)
    tally.differences.push_back(example.cell + ":\n" +
                                golden::explain(divergence, golden::CompareMode::kRoundings));
}

void print(const Kind& kind, const Tally& tally) {
  std::cout << fmt::format("{:<10}{:>7}{:>8}{:>12.2f}{:>12.2f}{:>12.2f}\n", kind.first, kind.second,
                           tally.cells, tally.loss, tally.grad_norm, tally.parameters);
}

void check_case(const GoldenRun& run) {
  for (const CellRecord& record : run.records) {
    if (record.case_name == kCase) continue;
    throw matrix::InputError(
        fmt::format("the reference is of the case {}, the run of {}", kCase, record.case_name));
  }
}

// Judges the cells of a kind. Trains the reference from the initial parameters of the example.
Tally judge_kind(const GoldenRun& run, const Kind& kind, const CellRecord& example,
                 const Again& again) {
  const fs::path folder = again.scratch(kind.first + "-" + kind.second);
  fs::create_directories(folder);
  const ReferenceNumbers reference =
      train_reference({again.initial_state(kind), run.identity.seed, run.identity.steps, kind.first,
                       folder / "final.safetensors"});
  golden::write_parameters(folder, static_cast<std::size_t>(run.identity.steps - 1),
                           golden::TensorFile(folder / "final.safetensors"));
  Tally tally;
  const Bounds bounds(example);
  for (const CellRecord& record : run.records) {
    if (record.verdict == verdict::Verdict::kPass && kind_of(record) == kind)
      judge(record, bounds, reference, tally);
  }
  judge_parameters(example, again.tensor_trace(kind), folder, tally);
  return tally;
}

}  // namespace

int compare_with_reference(const GoldenRun& run) {
  check_case(run);
  const auto kinds = examples(run.records);
  if (kinds.empty())
    throw matrix::InputError("no uncompiled cell of the run passed: none to begin with");
  built_program(kReferenceProgram);
  notice(fmt::format("training {} again, with random rounding",
                     text::count_of(kinds.size(), "uncompiled cell")));
  const Again again(run, kinds);
  std::cout
      << "Of what roundings explain, the largest difference uses this share (1 = all of it):\n"
      << fmt::format("{:<10}{:>7}{:>8}{:>12}{:>12}{:>12}\n", "precision", "layers", "cells", "loss",
                     "grad norm", "parameters");
  std::vector<std::string> differences;
  std::size_t cells = 0;
  for (const auto& [kind, example] : kinds) {
    const Tally tally = judge_kind(run, kind, *example, again);
    print(kind, tally);
    cells += tally.cells;
    std::ranges::copy(tally.differences, std::back_inserter(differences));
  }
  for (const std::string& difference : differences) std::cout << difference << '\n';
  std::cout << (differences.empty() ? "OK: " : "DIFFERS: ")
            << fmt::format("{} against LibTorch in fp64\n", text::count_of(cells, "cell"));
  return differences.empty() ? kExpected : kUnexpected;
}

}  // namespace gridlock::cli
