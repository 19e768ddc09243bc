#include "harness/cli/list.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/cli/matrix_options.h"
#include "harness/controller/machine.h"
#include "harness/fields/write.h"
#include "harness/text/quantity.h"
#include "harness/verdict/claims.h"
#include "harness/workspace/cannot_run.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/schema.h"

namespace gridlock::cli {
namespace {

using matrix::CellRole;
using matrix::PlannedCell;
using nlohmann::ordered_json;

struct Counts {
  std::size_t cells = 0;
  std::size_t references = 0;
  std::size_t skipped = 0;
  std::size_t unrelated = 0;
};

Counts count(const matrix::Plan& plan) {
  Counts counts;
  for (const PlannedCell& planned : plan.cells) {
    ++(planned.role == CellRole::kReference ? counts.references : counts.cells);
    if (!planned.skip.empty()) ++counts.skipped;
    if (!planned.related) ++counts.unrelated;
  }
  return counts;
}

// Returns the coverage of the plan if every cell that this machine can run reaches a verdict.
matrix::Coverage planned_coverage(const matrix::Plan& plan) {
  std::set<std::string> ids;
  for (const PlannedCell& planned : plan.cells) {
    if (planned.skip.empty()) ids.insert(planned.cell.id);
  }
  return matrix::coverage(plan, ids);
}

std::string remarks(const PlannedCell& planned) {
  std::string text;
  if (planned.role == CellRole::kAdded) text += "  added";
  if (!planned.skip.empty()) text += "  skipped: " + planned.skip;
  if (planned.xfail) text += "  xfail: " + planned.xfail->issue;
  if (planned.quarantine) text += "  quarantined until " + planned.quarantine->review_by;
  return text;
}

std::string lines(const matrix::Plan& plan, bool references) {
  std::string text;
  for (const PlannedCell& planned : plan.cells) {
    if ((planned.role == CellRole::kReference) != references) continue;
    text += fmt::format("  {}{}\n", planned.cell.id, remarks(planned));
  }
  return text;
}

std::string summary(const matrix::Plan& plan) {
  const Counts counts = count(plan);
  const matrix::Coverage covered = planned_coverage(plan);
  std::string text = text::count_of(counts.cells, "cell") + " and " +
                     text::count_of(counts.references, "reference");
  if (counts.skipped > 0) text += fmt::format(", {} of them skipped here", counts.skipped);
  if (!plan.infeasible.empty()) text += fmt::format("; {} infeasible", plan.infeasible.size());
  if (plan.compares() && counts.unrelated > 0) {
    text += fmt::format("; {} not compared with any cell", counts.unrelated);
  }
  const bool one = covered.feasible == 1 && covered.strength == 0;
  text += fmt::format("\ncoverage: {} of {} feasible {}", covered.covered, covered.feasible,
                      one ? "combination" : workspace::tuples_name(covered.strength));
  if (covered.strength > 0) {
    text += fmt::format(" (at least {} needed to cover all)",
                        text::count_of(plan.goal.lower_bound, "cell"));
  }
  if (!covered.left_out.empty()) text += "\nThe matrix leaves out " + covered.left_out;
  if (!plan.compares()) text += fmt::format("\n{}", matrix::kNothingCompared);
  for (const std::string& warning : plan.warnings) text += "\nwarning: " + warning;
  return text + "\n";
}

std::string claim_lines(const matrix::Plan& plan) {
  const std::vector<std::size_t> groups = verdict::groups_that_decide(plan);
  std::string text;
  for (std::size_t i = 0; i < plan.claims.size(); ++i) {
    const matrix::Claim& claim = plan.claims[i].claim;
    const std::string decided =
        groups[i] > 0
            ? "can be decided by " + text::count_of(groups[i], "group") + " of cells"
            : fmt::format("cannot be decided: too few cells differ only in {}", claim.over);
    text += fmt::format("  {} ({} over {}: {}): {}\n", claim.name, claim.metric, claim.over,
                        claim.law.word, decided);
  }
  return text;
}

ordered_json cell_json(const PlannedCell& planned) {
  ordered_json json = {{"cell", planned.cell.id},
                       {"role", matrix::name(planned.role)},
                       {"axes", fields::to_json<ordered_json>(planned.cell.values)},
                       {"relations", ordered_json::array()}};
  for (const matrix::RelationTo& relation : planned.relations) {
    json["relations"].push_back(
        {{"name", relation.name}, {"partner", relation.partner}, {"exact", relation.exact}});
  }
  if (!planned.skip.empty()) json["skip"] = planned.skip;
  if (planned.xfail) {
    json["xfail"] = {{"issue", planned.xfail->issue},
                     {"verdict", planned.xfail->verdict},
                     {"strict", planned.xfail->strict}};
  }
  if (planned.quarantine) {
    json["quarantine"] = {{"owner", planned.quarantine->owner},
                          {"review_by", planned.quarantine->review_by},
                          {"reason", planned.quarantine->reason}};
  }
  return json;
}

}  // namespace

std::string list_text(const matrix::Matrix& matrix, const matrix::Plan& plan) {
  const Counts counts = count(plan);
  std::string text = matrix.name;
  if (!matrix.description.empty()) text += ": " + matrix.description;
  text += "\n\n";
  if (counts.references > 0) {
    text += "References, which the other cells are compared with\n" + lines(plan, true) + "\n";
  }
  if (counts.cells > 0) text += "Cells\n" + lines(plan, false) + "\n";
  if (!plan.claims.empty()) text += "Claims\n" + claim_lines(plan) + "\n";
  if (!plan.infeasible.empty()) {
    text += "Infeasible\n";
    for (const auto& infeasible : plan.infeasible) {
      text += fmt::format("  {}: {}\n", infeasible.cell.id, infeasible.reason);
    }
    text += "\n";
  }
  return text + summary(plan);
}

ordered_json list_json(const matrix::Matrix& matrix, const matrix::Plan& plan) {
  const matrix::Coverage covered = planned_coverage(plan);
  ordered_json json = {{"matrix", matrix.name},
                       {"case", matrix.schema().case_name},
                       {"strength", plan.strength},
                       {"seed", plan.seed},
                       {"cells", ordered_json::array()},
                       {"claims", ordered_json::array()},
                       {"infeasible", ordered_json::array()},
                       {"coverage",
                        {{"strength", covered.strength},
                         {"covered", covered.covered},
                         {"feasible", covered.feasible},
                         {"lower_bound", plan.goal.lower_bound},
                         {"left_out", covered.left_out}}}};
  for (const PlannedCell& planned : plan.cells) json["cells"].push_back(cell_json(planned));
  const std::vector<std::size_t> groups = verdict::groups_that_decide(plan);
  for (std::size_t i = 0; i < groups.size(); ++i)
    json["claims"].push_back({{"claim", plan.claims[i].claim.name}, {"groups", groups[i]}});
  for (const auto& infeasible : plan.infeasible) {
    json["infeasible"].push_back({{"cell", infeasible.cell.id}, {"reason", infeasible.reason}});
  }
  return json;
}

void add_list(const arguments::Command& app, int& exit_code) {
  struct ListArguments {
    workspace::MatrixArguments matrix;
    bool json = false;
  };
  const arguments::Command command =
      app.subcommand("list", "Print the cells of a matrix without running them");
  auto options = std::make_shared<ListArguments>();
  add_matrix_arguments(command, options->matrix);
  command.flag("--json", options->json, "Print one JSON object instead of text");
  command.action([options, &exit_code] {
    const matrix::Matrix matrix = workspace::load_matrix(options->matrix);
    const controller::MachineFacts machine = controller::inspect_machine();
    matrix::Plan plan =
        matrix::plan(matrix, {machine.gpus}, workspace::plan_options(options->matrix));
    workspace::skip_what_cannot_run(plan, machine, "fork");
    std::cout << (options->json ? list_json(matrix, plan).dump(2) + "\n" : list_text(matrix, plan));
    exit_code = kExpected;
  });
}

}  // namespace gridlock::cli
