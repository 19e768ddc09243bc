#include "matrix/references.h"

#include <algorithm>

#include "matrix/compile_limits.h"

namespace gridlock::matrix {
namespace {

class References {
 public:
  References(const Matrix& matrix, const Space& space, const Machine& machine, Plan& plan)
      : matrix_(matrix), space_(space), machine_(machine), plan_(plan) {}

  void add() {
    const std::size_t count = plan_.cells.size();
    // Shared references come first. Exact relations add cells, and the added cells have no
    // relations themselves.
    for (std::size_t i = 0; i < count; ++i) relate_to_shared(i);
    for (std::size_t i = 0; i < count; ++i) relate_exactly(i);
    for (PlannedCell& planned : plan_.cells) relate_to_neighbors(planned);
    for (PlannedCell& planned : plan_.cells) relate_to_itself(planned);
    for (std::size_t i = 0; i < count; ++i) relate_to_uncompiled(i);
  }

 private:
  // Returns the relations with a `set` that changes this cell.
  std::vector<const Relation*> active(const PlannedCell& planned, bool exact) const {
    std::vector<const Relation*> relations;
    for (const Relation& relation : matrix_.relations) {
      if (relation.set.empty() || relation.exact != exact) continue;
      if (relation.select && !selects(*relation.select, planned.cell, planned.role, machine_))
        continue;
      if (changed(space_, planned.cell, relation.set) == planned.cell) continue;
      relations.push_back(&relation);
    }
    return relations;
  }

  // Returns whether the relation leaves the bounds to the measured spread.
  static bool needs_spread(const Relation* relation) {
    return !relation->tolerance.loss.rtol || !relation->tolerance.grad_norm.rtol;
  }

  Cell reference_of(const Cell& cell, const std::vector<const Relation*>& relations) const {
    Choice changes;
    for (const std::string& axis : matrix_.reset) {
      const auto factor = std::find_if(space_.factors.begin(), space_.factors.end(),
                                       [&](const Factor& factor) { return factor.axis == axis; });
      changes[axis] = factor->base;
    }
    for (const Relation* relation : relations) {
      for (const auto& [axis, value] : relation->set) changes.insert_or_assign(axis, value);
    }
    return changed(space_, cell, changes);
  }

  PlannedCell* find(const Cell& cell) {
    const auto found = std::find_if(plan_.cells.begin(), plan_.cells.end(),
                                    [&](const PlannedCell& other) { return other.cell == cell; });
    return found == plan_.cells.end() ? nullptr : &*found;
  }

  // Ensures that `cell` is in the plan as a reference; returns false if it is infeasible.
  bool require(const Cell& cell) {
    if (PlannedCell* planned = find(cell)) {
      planned->role = CellRole::kReference;
      return true;
    }
    // A reference may violate the file's own constraints, because they apply only to the cells that
    // the coverage selects.
    const Constraint* broken = violated(space_.schema.constraints, cell, machine_);
    if (broken != nullptr) {
      note_infeasible(cell, broken->reason);
      return false;
    }
    PlannedCell planned;
    planned.cell = cell;
    planned.role = CellRole::kReference;
    planned.skip = skip_reason(space_, cell, machine_);
    planned.in_space =
        violated(matrix_.constraints, cell, machine_) == nullptr && keeps_to_listings(cell);
    plan_.cells.push_back(std::move(planned));
    return true;
  }

  // Returns whether the cell respects the file's `when` of each axis. Where the `when` does not
  // hold, the axis must have its default.
  bool keeps_to_listings(const Cell& cell) const {
    return std::ranges::all_of(space_.schema.axes, [&](const Axis& axis) {
      const AxisListing* listing = listing_of(matrix_, axis.name, machine_);
      const Value* value = cell.find(axis.name);
      return listing == nullptr || !listing->when || value == nullptr || *value == axis.fallback ||
             listing->when->holds(lookup(cell, machine_));
    });
  }

  void note_infeasible(const Cell& cell, const std::string& reason) {
    const bool known = std::any_of(plan_.infeasible.begin(), plan_.infeasible.end(),
                                   [&](const InfeasibleCell& other) { return other.cell == cell; });
    if (!known) plan_.infeasible.push_back({cell, "as a reference cell: " + reason});
  }

  void relate_to_shared(std::size_t index) {
    const auto relations = active(plan_.cells[index], false);
    if (relations.empty()) return;
    const Cell reference = reference_of(plan_.cells[index].cell, relations);
    if (reference == plan_.cells[index].cell || !require(reference)) return;
    RelationTo joined{"", reference.id, false};
    for (const Relation* relation : relations) {
      joined.name += (joined.name.empty() ? "" : ", ") + relation->name;
      joined.tolerances.push_back(relation->tolerance);
    }
    plan_.cells[index].relations.push_back(std::move(joined));
    if (std::ranges::any_of(relations, needs_spread)) find(reference)->measures_spread = true;
  }

  void relate_exactly(std::size_t index) {
    for (const Relation* relation : active(plan_.cells[index], true)) {
      const Cell partner = changed(space_, plan_.cells[index].cell, relation->set);
      if (!require(partner)) continue;
      plan_.cells[index].relations.push_back({relation->name, partner.id, true});
    }
  }

  // Relates the cell to planned cells that differ from it only by the `set` of one relation. Such
  // cells differ less from the cell than the shared reference does.
  void relate_to_neighbors(PlannedCell& planned) {
    if (planned.role == CellRole::kReference) return;
    for (const Relation* relation : active(planned, false)) {
      const Cell partner = changed(space_, planned.cell, relation->set);
      const auto& relations = planned.relations;
      const bool known = std::any_of(relations.begin(), relations.end(), [&](const auto& other) {
        return other.partner == partner.id;
      });
      if (!known && find(partner) != nullptr) {
        planned.relations.push_back(
            {relation->name, partner.id, false, "", {relation->tolerance}, /*neighbor=*/true});
      }
    }
  }

  void relate_to_itself(PlannedCell& planned) {
    for (const Relation& relation : matrix_.relations) {
      if (!relation.set.empty()) continue;
      if (relation.select && !selects(*relation.select, planned.cell, planned.role, machine_))
        continue;
      planned.relations.push_back({relation.name, planned.cell.id, true, relation.tier});
    }
  }

  // Relates the cell to its uncompiled twin. The two cells' times and memory are compared.
  void relate_to_uncompiled(std::size_t index) {
    const Cell& cell = plan_.cells[index].cell;
    const Value* compile = cell.find("compile");
    if (compile == nullptr || *compile == Value("none")) return;
    const Cell uncompiled = changed(space_, cell, {{"compile", "none"}});
    const auto limits = limits_for(plan_.cells[index], matrix_.compile_limits, machine_);
    const bool planned =
        limits.compares_with_uncompiled() ? require(uncompiled) : find(uncompiled) != nullptr;
    if (planned) plan_.cells[index].uncompiled = uncompiled.id;
  }

  const Matrix& matrix_;
  const Space& space_;
  const Machine& machine_;
  Plan& plan_;
};

}  // namespace

void add_references(const Matrix& matrix, const Space& space, const Machine& machine, Plan& plan) {
  References(matrix, space, machine, plan).add();
}

bool selects(const Expression& select, const Cell& cell, CellRole role, const Machine& machine) {
  const Value id = cell.id;
  const Value role_name = std::string(name(role));
  const Lookup axes = lookup(cell, machine);
  return select.holds([&](std::string_view name) {
    return name == "id" ? &id : name == "role" ? &role_name : axes(name);
  });
}

Cell changed(const Space& space, const Cell& cell, const Choice& changes) {
  Choice choice = choice_of(cell);
  for (const auto& [axis, value] : changes) choice.insert_or_assign(axis, value);
  for (const Factor& factor : space.factors) choice.emplace(factor.axis, factor.base);
  return make_cell(space.schema, choice);
}

std::string skip_reason(const Space& space, const Cell& cell, const Machine& machine) {
  for (std::size_t f = 0; f < space.factors.size(); ++f) {
    const Value* value = cell.find(space.factors[f].axis);
    if (value == nullptr) continue;
    const int level = space.factors[f].level(value);
    const auto& needs = space.schema.axes[f].needs;
    const auto inherent = needs.find(to_string(*value));
    std::string reason = level >= 0                ? space.factors[f].levels[level].skip
                         : inherent != needs.end() ? unmet(inherent->second, machine)
                                                   : "";
    if (!reason.empty()) return reason;
  }
  return "";
}

}  // namespace gridlock::matrix
