#include "matrix/space.h"

#include <algorithm>

#include "harness/text/quantity.h"
#include "matrix/feasible.h"
#include "matrix/rules.h"

namespace gridlock::matrix {
namespace {

// Returns the listing for this machine: replaces "gpus" by the number of GPUs.
ListedValue resolved(ListedValue listed, const Axis& axis, const Machine& machine) {
  if (axis.type == ValueType::kInt && listed.value == Value("gpus")) {
    listed.value = std::int64_t{machine.gpus};
  }
  return listed;
}

void add_listed(const Axis& axis, const AxisListing& listing, const Machine& machine,
                Factor& factor) {
  for (const ListedValue& listed : listing.values) {
    const ListedValue value = resolved(listed, axis, machine);
    factor.levels.push_back({value.value, true, unmet(value.needs, machine), value.rare});
  }
  factor.base = *factor.levels.front().value;
  // Where the file's own `when` does not hold, the axis keeps its default, so the default must be a
  // level.
  if (listing.when && factor.level(&axis.fallback) < 0) {
    factor.levels.push_back({axis.fallback, false, "", false});
  }
}

Factor make_factor(const Axis& axis, const AxisListing* listing, const Machine& machine) {
  Factor factor{axis.name, {}, axis.fallback};
  if (listing == nullptr) {
    const auto needs = axis.needs.find(to_string(axis.fallback));
    const std::string skip = needs == axis.needs.end() ? "" : unmet(needs->second, machine);
    factor.levels.push_back({axis.fallback, false, skip, false});
  } else {
    add_listed(axis, *listing, machine, factor);
  }
  std::sort(factor.levels.begin(), factor.levels.end(),
            [&](const Level& a, const Level& b) { return axis.before(*a.value, *b.value); });
  for (Level& level : factor.levels) level.cost = axis.cost(*level.value);
  if (axis.when) factor.levels.push_back({std::nullopt, false, "", false});
  return factor;
}

}  // namespace

const AxisListing* listing_of(const Matrix& matrix, const std::string& axis,
                              const Machine& machine) {
  const auto gpu = matrix.gpu_axes.find(axis);
  if (machine.gpus > 0 && gpu != matrix.gpu_axes.end()) return &gpu->second;
  const auto plain = matrix.axes.find(axis);
  return plain == matrix.axes.end() ? nullptr : &plain->second;
}

std::string unmet(const std::string& needs, const Machine& machine) {
  if (needs.empty()) return "";
  if (needs == "gpu") return machine.gpus > 0 ? "" : "no GPU";
  const auto wanted = std::get<std::int64_t>(parse_value(needs.substr(needs.find(':') + 1)));
  if (machine.gpus >= wanted) return "";
  return "needs " + text::count_of(static_cast<std::size_t>(wanted), "GPU") + ", found " +
         std::to_string(machine.gpus);
}

int Factor::level(const Value* value) const {
  const auto found = std::find_if(levels.begin(), levels.end(), [&](const Level& level) {
    return value == nullptr ? !level.value : level.value == *value;
  });
  return found == levels.end() ? -1 : static_cast<int>(found - levels.begin());
}

Cell Space::cell(const covering::Row& row) const {
  Choice choice;
  for (std::size_t f = 0; f < factors.size(); ++f) {
    const Level& level = factors[f].levels[row[f]];
    if (level.value) choice[factors[f].axis] = *level.value;
  }
  return make_cell(schema, choice);
}

covering::Row Space::row(const Cell& cell) const {
  covering::Row row;
  for (const Factor& factor : factors) row.push_back(factor.level(cell.find(factor.axis)));
  return row;
}

Space make_space(const Matrix& matrix, const Machine& machine) {
  Space space{matrix.schema(), {}, matrix.schema().constraints, {}, {}};
  space.constraints.insert(space.constraints.end(), matrix.constraints.begin(),
                           matrix.constraints.end());
  for (const Axis& axis : space.schema.axes) {
    space.factors.push_back(make_factor(axis, listing_of(matrix, axis.name, machine), machine));
  }
  add_rules(space, matrix, machine);
  check_feasible(space, matrix);
  remove_infeasible_levels(space);
  return space;
}

}  // namespace gridlock::matrix
