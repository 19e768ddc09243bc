#include "matrix/planner.h"

#include <algorithm>

#include "harness/text/names.h"
#include "matrix/array.h"
#include "matrix/compile_limits.h"
#include "matrix/left_out.h"
#include "matrix/references.h"
#include "matrix/schema.h"
#include "matrix/setting_names.h"
#include "matrix/space.h"

namespace gridlock::matrix {
namespace {

bool in_plan(const Plan& plan, const Cell& cell) {
  return plan.find(cell.id) != nullptr;
}

void add_covering(const Matrix& matrix, const Space& space, const Machine& machine,
                  const std::vector<Cell>& cells, Plan& plan) {
  for (const Cell& cell : cells) {
    const bool dropped =
        std::any_of(matrix.dropped.begin(), matrix.dropped.end(), [&](const Expression& select) {
          return selects(select, cell, CellRole::kCovering, machine);
        });
    if (dropped) continue;
    PlannedCell planned;
    planned.cell = cell;
    planned.skip = skip_reason(space, cell, machine);
    plan.cells.push_back(std::move(planned));
  }
}

// Returns why a cell that was requested by name is infeasible, or "".
std::string why_infeasible(const Space& space, const Choice& asked, const Cell& cell,
                           const Machine& machine) {
  for (const auto& [axis, value] : asked) {
    if (cell.find(axis) != nullptr) continue;
    return "'" + axis + "' applies only to cells with " + space.schema.find(axis)->when->text();
  }
  const Constraint* broken = violated(space.constraints, cell, machine);
  return broken == nullptr ? "" : broken->reason;
}

void add_explicit(const Matrix& matrix, const Space& space, const Machine& machine, Plan& plan) {
  for (const ExplicitCell& added : matrix.added) {
    const Cell cell = changed(space, Cell{}, added.axes);
    const std::string reason = why_infeasible(space, added.axes, cell, machine);
    if (!reason.empty()) {
      plan.infeasible.push_back({cell, reason});
    } else if (!in_plan(plan, cell)) {
      PlannedCell planned;
      planned.cell = cell;
      planned.role = CellRole::kAdded;
      planned.skip = skip_reason(space, cell, machine);
      plan.cells.push_back(std::move(planned));
    }
  }
}

void add_expectations(const Matrix& matrix, const Machine& machine, Plan& plan) {
  for (PlannedCell& planned : plan.cells) {
    const auto applies = [&](const auto& rule) {
      return selects(rule.select, planned.cell, planned.role, machine);
    };
    const auto xfail = std::find_if(matrix.xfails.begin(), matrix.xfails.end(), applies);
    if (xfail != matrix.xfails.end()) planned.xfail = xfail->expectation;
    const auto quarantine =
        std::find_if(matrix.quarantines.begin(), matrix.quarantines.end(), applies);
    if (quarantine != matrix.quarantines.end()) planned.quarantine = quarantine->quarantine;
    planned.compile_limits = limits_for(planned, matrix.compile_limits, machine);
  }
}

// Warns of limits whose `select` applies to no compiled cell, because such a limit can never fail.
void warn_of_idle_limits(const Matrix& matrix, const Machine& machine, Plan& plan) {
  for (const CompileLimitRule& rule : matrix.compile_limits) {
    if (!rule.select) continue;
    const auto applies = [&](const PlannedCell& planned) {
      const Value* compile = planned.cell.find("compile");
      return compile != nullptr && to_string(*compile) != "none" &&
             selects(*rule.select, planned.cell, planned.role, machine);
    };
    if (std::ranges::any_of(plan.cells, applies)) continue;
    plan.warnings.push_back("[[compile_limit]] '" + rule.select->text() +
                            "' applies to no cell that compiles");
  }
}

void add_claims(const Matrix& matrix, const Machine& machine, Plan& plan) {
  for (const Claim& claim : matrix.claims) {
    PlannedClaim planned{claim, {}};
    for (const PlannedCell& cell : plan.cells) {
      if (!claim.select || selects(*claim.select, cell.cell, cell.role, machine))
        planned.cells.push_back(cell.cell.id);
    }
    plan.claims.push_back(std::move(planned));
  }
}

double cost_of(const Schema& schema, const Cell& cell) {
  double cost = 1;
  for (const auto& [axis, value] : cell.values) cost *= schema.find(axis)->cost(value);
  return cost;
}

// Orders the cells. References come first, because all other cells wait for them and they are
// cheap. The most expensive cells follow, so that other cells run beside them. Ids order equally
// expensive cells.
void order(const Schema& schema, Plan& plan) {
  const auto key = [&](const PlannedCell& planned) {
    return std::make_tuple(planned.role != CellRole::kReference, -cost_of(schema, planned.cell),
                           planned.cell.id);
  };
  std::sort(plan.cells.begin(), plan.cells.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
}

void mark_related(Plan& plan) {
  std::set<std::string> partners;
  for (const PlannedCell& planned : plan.cells) {
    for (const RelationTo& relation : planned.relations) partners.insert(relation.partner);
  }
  for (PlannedCell& planned : plan.cells) {
    planned.related = !planned.relations.empty() || partners.contains(planned.cell.id);
  }
}

[[noreturn]] void nothing_selected(const Plan& plan, const std::string& select) {
  std::vector<std::string> ids;
  for (const PlannedCell& planned : plan.cells) ids.push_back(planned.cell.id);
  throw InputError("no cell of '" + plan.matrix_name + "' is selected by \"" + select + "\"" +
                   text::did_you_mean(select, ids));
}

// Keeps the selected cells and the references of the selected cells.
void keep_selected(const Schema& schema, const Machine& machine, const std::string& text,
                   Plan& plan) {
  const Expression select = parse_selection(schema, text, FilePosition{"--select"});
  std::set<std::string> kept, partners;
  for (const PlannedCell& planned : plan.cells) {
    if (!selects(select, planned.cell, planned.role, machine)) continue;
    kept.insert(planned.cell.id);
    for (const RelationTo& relation : planned.relations) partners.insert(relation.partner);
    if (planned.compile_limits.compares_with_uncompiled()) partners.insert(planned.uncompiled);
  }
  if (kept.empty()) nothing_selected(plan, text);
  std::erase_if(plan.cells, [&](const PlannedCell& planned) {
    const std::string& id = planned.cell.id;
    const bool judges = planned.role == CellRole::kReference && partners.count(id) > 0;
    return kept.count(id) == 0 && !judges;
  });
  for (PlannedCell& planned : plan.cells) {
    std::erase_if(planned.relations, [&](const RelationTo& relation) {
      return plan.find(relation.partner) == nullptr;
    });
    if (plan.find(planned.uncompiled) == nullptr) planned.uncompiled.clear();
  }
  std::erase_if(plan.infeasible, [&](const InfeasibleCell& infeasible) {
    return !selects(select, infeasible.cell, CellRole::kAdded, machine);
  });
}

// Extracts the id from a selection such as `id~"dense/fp32"`, the form that commands for repeating
// a cell use.
std::string id_in(const std::string& select) {
  if (!select.starts_with("id~")) return select;
  const std::string id = select.substr(3);
  const bool quoted = id.size() > 2 && (id[0] == '"' || id[0] == '\'') && id.back() == id[0];
  return quoted ? id.substr(1, id.size() - 2) : id;
}

// Returns the cell whose id is exactly `select`, if the plan does not contain this cell.
std::optional<Cell> asked_beyond(const Schema& schema, const Plan& plan,
                                 const std::string& select) {
  const std::string id = id_in(select);
  if (plan.find(id) != nullptr) return std::nullopt;
  try {
    return parse_id(schema, id);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// Returns the matrix with the cell added.
Matrix grown_by(const Matrix& matrix, const Space& space, const Machine& machine,
                const Cell& cell) {
  const Choice choice = choice_of(cell);
  const std::string reason = why_infeasible(space, choice, cell, machine);
  if (!reason.empty())
    throw InputError(FilePosition{"--select"}, cell.id + " is infeasible: " + reason);
  Matrix grown = matrix;
  grown.added.push_back({choice, {}});
  return grown;
}

}  // namespace

std::vector<std::string> tiers_again(const PlannedCell& planned) {
  std::vector<std::string> tiers;
  for (const RelationTo& relation : planned.relations) {
    if (relation.partner != planned.cell.id) continue;
    if (std::ranges::find(tiers, relation.tier) == tiers.end()) tiers.push_back(relation.tier);
  }
  return tiers;
}

const PlannedCell* Plan::find(const std::string& id) const {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const PlannedCell& planned) {
    return planned.cell.id == id;
  });
  return found == cells.end() ? nullptr : &*found;
}

bool Plan::compares() const {
  return std::ranges::any_of(cells, &PlannedCell::related);
}

Plan plan(const Matrix& matrix, const Machine& machine, const PlanOptions& options) {
  const Space space = make_space(matrix, machine);
  Plan plan;
  plan.matrix_name = matrix.name;
  plan.strength = options.strength.value_or(matrix.strength);
  plan.seed = matrix.recipe.seed;
  plan.packages = matrix.the_case.packages;
  for (const Axis& axis : space.schema.axes) {
    if (is_setting(axis.name)) plan.setting_defaults[axis.name] = axis.fallback;
  }
  CoveringCells covering = covering_cells(space, plan.strength, matrix.recipe.seed);
  plan.goal = std::move(covering.goal);
  if (plan.strength >= 2) plan.goal.left_out = left_out(matrix, space, machine);
  plan.infeasible = space.infeasible;
  add_covering(matrix, space, machine, covering.cells, plan);
  add_explicit(matrix, space, machine, plan);
  if (plan.cells.empty()) {
    throw InputError(FilePosition{matrix.file.string()},
                     "the [[drop]] tables leave no cell of this matrix");
  }
  add_references(matrix, space, machine, plan);
  add_expectations(matrix, machine, plan);
  warn_of_idle_limits(matrix, machine, plan);
  order(space.schema, plan);
  for (PlannedCell& planned : plan.cells) planned.recipe = matrix.recipe;
  if (const auto asked = asked_beyond(space.schema, plan, options.select)) {
    return matrix::plan(grown_by(matrix, space, machine, *asked), machine, options);
  }
  if (!options.select.empty()) keep_selected(space.schema, machine, options.select, plan);
  mark_related(plan);
  add_claims(matrix, machine, plan);
  return plan;
}

}  // namespace gridlock::matrix
