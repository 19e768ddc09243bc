#include "matrix/cell_file.h"

#include <algorithm>
#include <sstream>

#include "matrix/schema.h"
#include "matrix/toml_writer.h"

namespace gridlock::matrix {
namespace {

std::string select_of(const std::string& id) {
  return "id~\"" + id + "\"";
}

// Returns the values of `to` that `from` does not have.
Choice difference(const Cell& from, const Cell& to) {
  Choice changes;
  for (const auto& [axis, value] : to.values) {
    const Value* other = from.find(axis);
    if (other == nullptr || *other != value) changes[axis] = value;
  }
  return changes;
}

bool compiles(const Cell& cell) {
  const Value* compile = cell.find("compile");
  return compile != nullptr && *compile != Value("none");
}

// Returns whether the claim compares the two cells, which differ only in the axes of the claim.
bool compares(const PlannedClaim& planned, const Cell& a, const Cell& b) {
  const auto is_selected = [&](const Cell& cell) {
    return std::ranges::count(planned.cells, cell.id) > 0;
  };
  const auto is_of_claim = [&](const auto& change) {
    const Claim& claim = planned.claim;
    return change.first == claim.over || std::ranges::count(claim.along, change.first) > 0;
  };
  return a.id != b.id && is_selected(a) && is_selected(b) &&
         std::ranges::all_of(difference(a, b), is_of_claim) &&
         std::ranges::all_of(difference(b, a), is_of_claim);
}

class CellFile {
 public:
  CellFile(const Plan& plan, const PlannedCell& planned, const CellFileOptions& options)
      : plan_(plan), planned_(planned), options_(options) {
    find_cells();
    for (const PlannedClaim& claim : plan.claims) {
      const auto is_compared = [&](const Cell* other) {
        return compares(claim, planned.cell, *other);
      };
      if (std::ranges::any_of(cells_, is_compared)) claims_.push_back(&claim);
    }
  }

  toml::table table() const {
    toml::table file;
    file.insert("case", planned_.cell.case_name);
    file.insert("strength", 1);
    file.insert("seed", planned_.recipe.seed);
    file.insert("standard_relations", false);
    file.insert("run", run_table(planned_.recipe));
    toml::table axes = this->axes();
    bool is_single = true;
    for (const auto& [axis, values] : axes) is_single &= values.as_array()->size() == 1;
    file.insert("axes", std::move(axes));
    insert_rows(file, "drop", is_single ? toml::array() : all_covering());
    insert_rows(file, "add", added(!is_single));
    insert_rows(file, "relation", relations());
    insert_rows(file, "compile_limit", limits());
    insert_rows(file, "claim", claims());
    return file;
  }

 private:
  static void insert_rows(toml::table& file, const char* key, toml::array rows) {
    if (!rows.empty()) file.insert(key, std::move(rows));
  }

  void find_cells() {
    cells_ = {&planned_.cell};
    for (const RelationTo& relation : planned_.relations) {
      if (is_kept(relation)) find_cell(relation.partner);
    }
    if (planned_.compile_limits.compares_with_uncompiled()) find_cell(planned_.uncompiled);
    for (const std::string& id : options_.added) find_cell(id);
  }

  void find_cell(const std::string& id) {
    const PlannedCell* found = plan_.find(id);
    if (found == nullptr || id == planned_.cell.id) return;
    if (std::ranges::count(cells_, &found->cell) == 0) cells_.push_back(&found->cell);
  }

  bool is_kept(const RelationTo& relation) const {
    if (plan_.find(relation.partner) == nullptr) return false;
    if (relation.neighbor) return relation.partner == options_.neighbor;
    const bool is_shared = !relation.exact && relation.partner != planned_.cell.id;
    return !is_shared || options_.neighbor.empty();
  }

  // Lists the values of the cell. Also lists optional axes that only other cells have, because an
  // optional axis that a file does not list does not exist.
  toml::table axes() const {
    toml::table axes;
    for (const Cell* cell : cells_) {
      for (const auto& [axis, value] : cell->values) {
        const Axis* standard = catalogue().find(axis);
        const bool is_needed = standard == nullptr || standard->optional;
        if (cell == &planned_.cell || is_needed) axes.insert(axis, array_of(listed(axis, value)));
      }
    }
    return axes;
  }

  // The default of a setting must be listed first. The order of the values of an axis of words
  // decides a claim.
  std::vector<Value> listed(const std::string& axis, const Value& value) const {
    const auto setting = plan_.setting_defaults.find(axis);
    if (setting != plan_.setting_defaults.end() && setting->second != value)
      return {setting->second, value};
    for (const PlannedClaim* planned : claims_) {
      const Claim& claim = planned->claim;
      if (claim.over == axis && !claim.order.empty()) return in_order(axis, claim.order);
    }
    return {value};
  }

  // Returns the values that the file's cells have, in this order.
  std::vector<Value> in_order(const std::string& axis,
                              const std::vector<std::string>& order) const {
    std::vector<Value> values;
    for (const std::string& word : order) {
      const auto has = [&](const Cell* cell) {
        const Value* value = cell->find(axis);
        return value != nullptr && to_string(*value) == word;
      };
      const auto cell = std::ranges::find_if(cells_, has);
      if (cell != cells_.end()) values.push_back(*(*cell)->find(axis));
    }
    return values;
  }

  // If an axis lists several values, the file adds the cell by name and drops the cells that cover
  // the values.
  static toml::array all_covering() {
    toml::table row;
    row.insert("select", "role = covering");
    return toml::array{std::move(row)};
  }

  toml::array added(bool with_cell) const {
    toml::array rows;
    const auto add = [&](const Cell& cell) {
      toml::table row;
      row.insert("axes", table_of(choice_of(cell)));
      rows.push_back(std::move(row));
    };
    if (with_cell) add(planned_.cell);
    for (const std::string& id : options_.added) {
      if (const PlannedCell* found = plan_.find(id)) add(found->cell);
    }
    return rows;
  }

  toml::array relations() const {
    toml::array rows;
    const auto add = [&](toml::table row) {
      row.insert("select", select_of(planned_.cell.id));
      rows.push_back(std::move(row));
    };
    for (const RelationTo& relation : planned_.relations) {
      if (!is_kept(relation)) continue;
      if (relation.partner == planned_.cell.id) {
        add(repeat_row(relation));
        continue;
      }
      const Choice set = difference(planned_.cell, plan_.find(relation.partner)->cell);
      for (toml::table& row : relation_rows(relation, set)) add(std::move(row));
    }
    return rows;
  }

  toml::array limits() const {
    toml::array rows;
    const auto add = [&](const PlannedCell& planned) {
      toml::table row = limits_row(planned.compile_limits);
      if (row.empty() || !compiles(planned.cell)) return;
      row.insert("select", select_of(planned.cell.id));
      rows.push_back(std::move(row));
    };
    add(planned_);
    for (const std::string& id : options_.added) {
      if (const PlannedCell* found = plan_.find(id)) add(*found);
    }
    return rows;
  }

  toml::array claims() const {
    toml::array rows;
    for (const PlannedClaim* planned : claims_) {
      std::string select;
      for (const Cell* cell : cells_) {
        if (std::ranges::count(planned->cells, cell->id) == 0) continue;
        select += (select.empty() ? "" : " | ") + select_of(cell->id);
      }
      toml::table row = claim_row(planned->claim);
      row.insert("select", select);
      rows.push_back(std::move(row));
    }
    return rows;
  }

  const Plan& plan_;
  const PlannedCell& planned_;
  const CellFileOptions& options_;
  std::vector<const Cell*> cells_;           // the cells of the file; the first one is the cell
  std::vector<const PlannedClaim*> claims_;  // the claims of the file
};

}  // namespace

std::string cell_file(const Plan& plan, const PlannedCell& planned,
                      const CellFileOptions& options) {
  std::ostringstream text;
  text << CellFile(plan, planned, options).table() << '\n';
  return text.str();
}

}  // namespace gridlock::matrix
