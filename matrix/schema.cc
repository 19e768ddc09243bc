#include "matrix/schema.h"

#include <algorithm>

#include "harness/text/names.h"

namespace gridlock::matrix {
namespace {

std::vector<std::string> names_of(const Schema& schema) {
  std::vector<std::string> names;
  for (const Axis& axis : schema.axes) names.push_back(axis.name);
  return names;
}

}  // namespace

const Axis* Schema::find(std::string_view name) const {
  const auto found =
      std::find_if(axes.begin(), axes.end(), [&](const Axis& axis) { return axis.name == name; });
  return found == axes.end() ? nullptr : &*found;
}

const Axis& Schema::at(std::string_view name, const FilePosition& place) const {
  if (const Axis* axis = find(name)) return *axis;
  const auto names = names_of(*this);
  const std::string hint = text::did_you_mean(name, names);
  throw InputError(place, "unknown axis '" + std::string(name) + "'" +
                              (hint.empty() ? "; the axes are " + text::listed(names) : hint));
}

Vocabulary axes_above(const Schema& schema, std::size_t count) {
  Vocabulary names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(term(schema.axes[i]));
  return names;
}

Vocabulary constraint_vocabulary(const Schema& schema) {
  Vocabulary names = axes_above(schema, schema.axes.size());
  std::ranges::copy(machine_vocabulary(), std::back_inserter(names));
  return names;
}

Vocabulary selection_vocabulary(const Schema& schema) {
  Vocabulary names = constraint_vocabulary(schema);
  names.push_back({"id", ValueType::kWord, {}});
  names.push_back({"role", ValueType::kWord, {"covering", "added", "reference"}});
  return names;
}

Expression parse_selection(const Schema& schema, std::string_view text, const FilePosition& place) {
  const Vocabulary names = selection_vocabulary(schema);
  if (!text.starts_with(schema.case_name + "/")) return Expression::parse(text, names, place);
  return Expression::parse("id~" + std::string(text), names, place);
}

Lookup lookup(const Cell& cell, const Machine& machine) {
  return [&cell, values = MachineValues(machine)](std::string_view name) {
    const Value* value = values.find(name);
    return value != nullptr ? value : cell.find(name);
  };
}

const Constraint* violated(const std::vector<Constraint>& constraints, const Cell& cell,
                           const Machine& machine) {
  const auto found = std::find_if(
      constraints.begin(), constraints.end(),
      [&](const Constraint& constraint) { return constraint.forbid.holds(lookup(cell, machine)); });
  return found == constraints.end() ? nullptr : &*found;
}

const char* name(CellRole role) {
  constexpr const char* kNames[] = {"covering", "added", "reference"};
  return kNames[static_cast<int>(role)];
}

}  // namespace gridlock::matrix
