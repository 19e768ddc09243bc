#include "harness/cli/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "golden/compare.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/compile_limits_text.h"
#include "harness/cli/matrix_options.h"
#include "harness/controller/machine.h"
#include "harness/controller/run_folder.h"
#include "harness/report/frames.h"
#include "harness/report/results_log.h"
#include "harness/text/quantity.h"
#include "harness/workspace/find_cell.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/planner.h"
#include "matrix/schema.h"

namespace gridlock::cli {
namespace {

using matrix::CellRole;
using matrix::PlannedCell;

std::string axes_text(const matrix::Schema& schema, const matrix::Cell& cell) {
  std::size_t widest_name = 0, widest_value = 0;
  for (const auto& [name, value] : cell.values) {
    widest_name = std::max(widest_name, name.size());
    widest_value = std::max(widest_value, matrix::to_string(value).size());
  }
  std::string text, absent;
  for (const matrix::Axis& axis : schema.axes) {
    if (const matrix::Value* value = cell.find(axis.name)) {
      text += fmt::format("  {:<{}}  {:<{}}  {}\n", axis.name, widest_name,
                          matrix::to_string(*value), widest_value, axis.doc);
    } else {
      absent += fmt::format("  {} (only where {})\n", axis.name, axis.when->text());
    }
  }
  return text + (absent.empty() ? "" : "\nDoes not apply\n" + absent);
}

std::string why_planned(const PlannedCell& planned, const matrix::Plan& plan) {
  switch (planned.role) {
    case CellRole::kReference:
      return "a reference: other cells are compared with it";
    case CellRole::kAdded:
      return "an [[add]] of the matrix names it";
    default:
      return "it covers " + workspace::tuples_name(plan.strength);
  }
}

std::string why_absent(const matrix::Matrix& matrix, const matrix::Machine& machine,
                       const matrix::Cell& cell) {
  for (const auto* constraints : {&matrix.schema().constraints, &matrix.constraints}) {
    if (const auto* broken = matrix::violated(*constraints, cell, machine)) {
      return fmt::format("infeasible: {} (forbid \"{}\")", broken->reason, broken->forbid.text());
    }
  }
  return "feasible, but not needed for coverage; to train it, add it to the matrix with [[add]]";
}

std::string relations_text(const PlannedCell& planned, const matrix::Plan& plan) {
  std::string text;
  for (const auto& relation : planned.relations) {
    const bool itself = relation.partner == planned.cell.id;
    text += fmt::format("  {}: {}{}\n", relation.name,
                        itself ? "trained a second time" : relation.partner,
                        relation.exact ? ", bit for bit" : "");
  }
  if (!text.empty()) text = "\nCompared with\n" + text;
  const auto judged = std::count_if(plan.cells.begin(), plan.cells.end(), [&](const auto& other) {
    return std::any_of(other.relations.begin(), other.relations.end(), [&](const auto& relation) {
      return relation.partner == planned.cell.id && other.cell.id != planned.cell.id;
    });
  });
  if (!planned.related)
    text +=
        "\n"
        "No relation compares the numbers of this cell with those of "
        "another cell.\n";
  if (judged > 0)
    text += fmt::format("\n{} compared with it.\n",
                        judged == 1 ? "1 cell is" : fmt::format("{} cells are", judged));
  return text;
}

std::string comparison_text(const verdict::Comparison& comparison) {
  if (comparison.allowed == 0 && comparison.difference == 0) {
    return fmt::format("    {}: the same bits\n", comparison.series);
  }
  std::string text = fmt::format("    {}: a difference of {} at step {}, where {} is allowed\n",
                                 comparison.series, golden::short_digits(comparison.difference),
                                 comparison.step, golden::short_digits(comparison.allowed));
  if (comparison.trainings > 0) {
    const bool other = comparison.measured_on != comparison.partner;
    text += fmt::format(
        "      = {:.1f} standard deviations of {}, over {} trainings with random rounding{}\n",
        comparison.allowed / comparison.deviation, golden::short_digits(comparison.deviation),
        comparison.trainings, other ? " of " + comparison.measured_on : "");
  }
  return text;
}

std::string costs_text(const verdict::Costs& costs) {
  return fmt::format(
      "  compared with the uncompiled cell: steady steps are {:.2f} times as fast ({:.1f} ms "
      "against {:.1f} ms), memory is {:.2f} times as large\n",
      costs.speedup(), 1000 * costs.step_seconds, 1000 * costs.uncompiled_step_seconds,
      costs.memory_ratio());
}

std::string record_text(const verdict::CellRecord& record, const std::string& folder) {
  const std::string again = record.repetition > 0 ? ", trained again" : "";
  std::string text = fmt::format("\nIn {}{}: {}{}\n", folder, again, verdict::verdict_text(record),
                                 record.unjudged ? ", but no relation compares its numbers" : "");
  if (!record.sentence.empty()) text += fmt::format("  {}\n", record.sentence);
  const verdict::Comparison* last = nullptr;
  for (const verdict::Comparison& comparison : record.comparisons) {
    const bool other = last == nullptr || last->relation != comparison.relation ||
                       last->partner != comparison.partner;
    const bool itself = comparison.partner == record.cell;
    if (other) {
      text += fmt::format("  {}: {}\n", comparison.relation,
                          itself ? "an earlier training of the same cell" : comparison.partner);
    }
    text += comparison_text(comparison);
    last = &comparison;
  }
  if (record.costs) text += costs_text(*record.costs);
  return text + report::frames_text(record.frames);
}

std::string expectations_text(const PlannedCell& planned) {
  std::string text;
  if (planned.xfail) {
    const auto& xfail = *planned.xfail;
    text += fmt::format("\nExpected to fail{}: {}{}\n",
                        xfail.verdict.empty() ? "" : " (" + xfail.verdict + ")", xfail.issue,
                        xfail.strict ? "; passing fails the run" : "");
  }
  if (planned.quarantine) {
    text += fmt::format("\nQuarantined until {}, {}: {}\n", planned.quarantine->review_by,
                        planned.quarantine->owner, planned.quarantine->reason);
  }
  return text;
}

std::string while_compiling(const PlannedCell& planned) {
  const matrix::Value* compile = planned.cell.find("compile");
  if (compile == nullptr || matrix::to_string(*compile) == "none") return "";
  return fmt::format(" ({:g} s while it compiles)", planned.recipe.seconds_while_compiling());
}

std::string running_text(const PlannedCell& planned, const std::string& rerun) {
  if (!planned.skip.empty()) return fmt::format("\nSkipped on this machine: {}\n", planned.skip);
  const matrix::Value* ranks = planned.cell.find("world_size");
  const std::string count = ranks == nullptr ? "1" : matrix::to_string(*ranks);
  return fmt::format(
      "\nRuns {} on {} rank{}; a cell without progress for {:g} s{} is stopped. To train only "
      "this cell:\n  {} --select '{}'\n",
      text::count_of(static_cast<std::size_t>(planned.recipe.steps), "step"), count,
      count == "1" ? "" : "s", planned.recipe.deadline_seconds, while_compiling(planned), rerun,
      planned.cell.id);
}

// Returns text about the results of the cell in the run in `out`. If `out` is "", uses the newest
// run of all cells of the matrix. Returns "" if there is no such run.
std::string last_results(const std::string& out, const std::string& name, const std::string& id) {
  const std::filesystem::path root =
      out.empty() ? std::filesystem::path("runs") / name / "latest" : std::filesystem::path(out);
  const controller::RunFolder folder(root);
  if (out.empty() && !folder.has_results()) return "";
  if (folder.has_results()) {
    return results_text(root.string(), report::read_results(folder.results()), id);
  }
  throw matrix::InputError(fmt::format("--out: {} holds no results.jsonl", root.string()));
}

}  // namespace

std::string explain_text(const matrix::Matrix& matrix, const matrix::Machine& machine,
                         const matrix::Plan& plan, const matrix::Cell& cell,
                         const std::string& rerun) {
  const PlannedCell* planned = plan.find(cell.id);
  const std::string why =
      planned == nullptr ? why_absent(matrix, machine, cell) : why_planned(*planned, plan);
  std::string text =
      fmt::format("{}\n{} of '{}': {}\n\n", cell.id,
                  planned == nullptr ? "Not in the plan" : "In the plan", matrix.name, why);
  text += axes_text(matrix.schema(), cell);
  if (planned == nullptr) return text;
  return text + relations_text(*planned, plan) + compile_limits_text(planned->compile_limits) +
         expectations_text(*planned) + running_text(*planned, rerun);
}

std::string results_text(const std::string& folder, const std::vector<verdict::CellRecord>& records,
                         const std::string& id) {
  std::string text;
  for (const verdict::CellRecord& record : records) {
    if (record.cell == id) text += record_text(record, folder);
  }
  return text;
}

void add_explain(const arguments::Command& app, int& exit_code) {
  struct ExplainArguments {
    workspace::MatrixArguments matrix;
    std::string cell;
    std::string out;
  };
  const arguments::Command command =
      app.subcommand("explain", "Show everything that a matrix defines for one cell");
  auto options = std::make_shared<ExplainArguments>();
  command
      .option("cell", options->cell,
              "The id of a cell, as `gridlock list` prints it, or its beginning")
      .type_name("CELL")
      .required();
  add_matrix_of_cell(command, options->matrix);
  command
      .option("--out", options->out,
              "Folder of a run whose results are shown (default: runs/NAME/latest)")
      .type_name("DIR");
  command.action([options, &exit_code] {
    const matrix::Matrix matrix = workspace::load_matrix(options->matrix);
    const matrix::Machine machine{controller::inspect_machine().gpus};
    const matrix::Plan plan = matrix::plan(matrix, machine);
    const matrix::Cell cell = workspace::find_cell(matrix, plan, options->cell).cell;
    std::cout << explain_text(matrix, machine, plan, cell,
                              workspace::rerun_command(options->matrix, matrix))
              << last_results(options->out, matrix.name, cell.id);
    exit_code = kExpected;
  });
}

}  // namespace gridlock::cli
