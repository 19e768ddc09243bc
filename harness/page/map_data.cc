#include "harness/page/map_data.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/page/sections.h"

namespace gridlock::page {
namespace {

using nlohmann::ordered_json;
using verdict::CellRecord;

struct Axis {
  std::string name;
  std::vector<std::string> values;
};

// Collects the axes of all cells. An axis that only some cells have follows the axis before it.
std::vector<Axis> axes_of(const std::vector<const CellRecord*>& cells) {
  std::vector<Axis> axes = {{"case", {}}};
  const auto add = [](Axis& axis, const std::string& value) {
    if (std::ranges::find(axis.values, value) == axis.values.end()) axis.values.push_back(value);
  };
  for (const CellRecord* cell : cells) {
    add(axes.front(), cell->case_name);
    auto place = axes.begin() + 1;
    for (const auto& [name, value] : cell->axes) {
      const auto known = std::ranges::find(axes, name, &Axis::name);
      place = known == axes.end() ? axes.insert(place, {name, {}}) : known;
      add(*place, matrix::to_string(value));
      ++place;
    }
  }
  return axes;
}

std::ptrdiff_t value_index(const Axis& axis, const CellRecord& cell) {
  std::string value = axis.name == "case" ? cell.case_name : "";
  for (const auto& [name, its] : cell.axes) {
    if (name == axis.name) value = matrix::to_string(its);
  }
  const auto found = std::ranges::find(axis.values, value);
  return found == axis.values.end() ? -1 : found - axis.values.begin();
}

// Returns the worst record of each cell, in the order of the cells.
std::vector<const CellRecord*> worst_of_each(const std::vector<CellRecord>& records) {
  std::vector<const CellRecord*> cells;
  std::map<std::string, std::size_t> index;
  for (const CellRecord& record : records) {
    const auto [place, is_new] = index.try_emplace(record.cell, cells.size());
    if (is_new) cells.push_back(&record);
    if (record.unexpected && !cells[place->second]->unexpected) cells[place->second] = &record;
  }
  return cells;
}

ordered_json cell_json(const CellRecord& cell, const std::vector<Axis>& axes) {
  ordered_json json = {{"id", cell.cell},
                       {"verdict", verdict::verdict_text(cell)},
                       {"glyph", verdict::row(cell.verdict).glyph},
                       {"bad", cell.unexpected},
                       {"values", ordered_json::array()}};
  for (const Axis& axis : axes) json["values"].push_back(value_index(axis, cell));
  if (cell.unexpected) json["anchor"] = anchor_of(cell);
  return json;
}

}  // namespace

ordered_json map_data(const std::vector<CellRecord>& records) {
  const auto cells = worst_of_each(records);
  const auto axes = axes_of(cells);
  ordered_json json = {{"axes", ordered_json::array()}, {"cells", ordered_json::array()}};
  for (const Axis& axis : axes)
    json["axes"].push_back({{"name", axis.name}, {"values", axis.values}});
  for (const CellRecord* cell : cells) json["cells"].push_back(cell_json(*cell, axes));
  return json;
}

}  // namespace gridlock::page
