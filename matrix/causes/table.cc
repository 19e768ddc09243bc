#include "matrix/causes/table.h"

#include <algorithm>
#include <optional>
#include <string>

namespace gridlock::matrix::causes {
namespace {

struct AxisValues {
  std::string name;
  std::vector<std::optional<Value>> values;  // each value once
};

// An axis with more values than this cannot be part of a cause. Its values would identify single
// cells.
constexpr std::size_t kMostValues = 64;

std::optional<Value> value_of(const Cell& cell, const std::string& axis) {
  const Value* value = cell.find(axis);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

// Inserts the axes of `cell` that no earlier cell had. Each new axis goes after the axis that
// precedes it in this cell.
void add_axes(const Cell& cell, std::vector<AxisValues>& axes) {
  auto place = axes.begin();
  for (const auto& [name, value] : cell.values) {
    const auto known = std::ranges::find(axes, name, &AxisValues::name);
    place = known == axes.end() ? axes.insert(place, {name, {}}) : known;
    ++place;
  }
}

void add_values(const Cell& cell, std::vector<AxisValues>& axes) {
  for (AxisValues& axis : axes) {
    const auto value = value_of(cell, axis.name);
    if (std::ranges::find(axis.values, value) == axis.values.end()) axis.values.push_back(value);
  }
}

std::vector<AxisValues> axes_of(const std::vector<const Cell*>& cells) {
  std::vector<AxisValues> axes;
  for (const Cell* cell : cells) add_axes(*cell, axes);
  for (const Cell* cell : cells) add_values(*cell, axes);
  return axes;
}

}  // namespace

Table::Table(const std::vector<Observation>& observations, const std::vector<Cell>& open)
    : failed(observations.size()),
      passed(observations.size()),
      passed_again(observations.size()),
      intermittent(observations.size()),
      kinds(observations),
      finished_cells(observations.size()) {
  std::vector<const Cell*> cells;
  for (const Observation& observation : observations) cells.push_back(&observation.cell);
  for (const Cell& cell : open) cells.push_back(&cell);
  for (std::size_t i = 0; i < observations.size(); ++i) add(i, observations[i]);
  int number = 0;
  for (const AxisValues& axis : axes_of(cells)) {
    if (axis.values.size() > kMostValues) continue;
    for (Condition& condition : conditions_of(axis.name, axis.values)) {
      Column column{std::move(condition), number, Bits(observations.size()), Bits(open.size())};
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!column.condition.holds(*cells[i])) continue;
        if (i < finished_cells) column.finished.set(i);
        if (i >= finished_cells) column.open.set(i - finished_cells);
      }
      columns.push_back(std::move(column));
    }
    ++number;
  }
}

void Table::add(std::size_t row, const Observation& observation) {
  if (observation.failures > observation.passes) failed.set(row);
  if (observation.passes > observation.failures) passed.set(row);
  if (observation.passes > 1 && !observation.failed()) passed_again.set(row);
  if (observation.failures > 1 && observation.passes > 0) intermittent.set(row);
}

}  // namespace gridlock::matrix::causes
