#include "golden/recorded.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <sstream>

#include "golden/compare.h"

namespace gridlock::golden {
namespace {

// The environment keys that define a class of environments. Results are expected to agree only
// within a class.
constexpr std::array<const char*, 3> kDecisive = {"torch", "device", "hardware"};

std::string value_of(const Environment& environment, const std::string& key) {
  const auto found = environment.find(key);
  return found == environment.end() ? "" : found->second;
}

void append_part(std::string& name, const std::string& text) {
  if (!name.empty()) name += '-';
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) || c == '.') {
      name += static_cast<char>(std::tolower(letter));
    } else if (!name.ends_with('-')) {
      name += '-';
    }
  }
}

std::string quoted(const std::string& text) {
  std::ostringstream out;
  out << toml::value<std::string>(text);
  return out.str();
}

// Quotes a key unless it is a bare word.
std::string key_text(const std::string& key) {
  const bool is_word = !key.empty() && std::ranges::all_of(key, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
  });
  return is_word ? key : quoted(key);
}

std::string list_of(const std::vector<double>& numbers) {
  std::string list = "[";
  for (const double number : numbers) {
    std::string text = digits(number);
    // TOML would read a number without a point or an exponent as an integer.
    if (std::isfinite(number) && text.find_first_of(".e") == std::string::npos) text += ".0";
    list += (list.size() > 1 ? ", " : "") + text;
  }
  return list + "]";
}

std::string refused(const std::string& cell, const std::string& key, const char* what) {
  return (cell.empty() ? "" : "cell '" + cell + "': ") + "'" + key + "' must be " + what;
}

template <typename T>
T read(const toml::table& table, const std::string& key, const char* what,
       const std::string& cell = "") {
  const auto value = table[key].value<T>();
  if (!value) throw RecordedError(refused(cell, key, what));
  return *value;
}

std::vector<double> read_numbers(const toml::table& table, const std::string& key,
                                 const std::string& cell) {
  const toml::array* list = table[key].as_array();
  std::vector<double> numbers;
  if (list != nullptr) {
    for (const toml::node& node : *list) {
      if (const auto number = node.value<double>()) numbers.push_back(*number);
    }
  }
  if (list == nullptr || numbers.size() != list->size())
    throw RecordedError(refused(cell, key, "a list of numbers"));
  return numbers;
}

const toml::table& read_table(const toml::table& table, std::string_view key) {
  const toml::table* found = table[key].as_table();
  if (found == nullptr) throw RecordedError(refused("", std::string(key), "a table"));
  return *found;
}

RecordedCell read_cell(const std::string& id, const toml::node& node) {
  const toml::table* table = node.as_table();
  if (table == nullptr) throw RecordedError("cell '" + id + "' must be a table");
  RecordedCell cell;
  cell.precision = read<std::string>(*table, "precision", "a text", id);
  cell.losses = read_numbers(*table, "losses", id);
  cell.grad_norms = read_numbers(*table, "grad_norms", id);
  cell.parameters = (*table)["parameters"].value_or(std::string());
  return cell;
}

struct RecordedSeries {
  const char* name;
  std::vector<double> RecordedCell::*values;
  Bound Tolerance::*bound;
};
constexpr std::array<RecordedSeries, 2> kRecordedSeries = {
    {{"loss", &RecordedCell::losses, &Tolerance::loss},
     {"grad norm", &RecordedCell::grad_norms, &Tolerance::grad_norm}}};

std::optional<SeriesMismatch> beyond_bounds(const RecordedCell& before, const RecordedCell& now) {
  const Tolerance& tolerance = tolerance_or_strictest(now.precision);
  for (const RecordedSeries& series : kRecordedSeries) {
    const auto& [name, values, bound] = series;
    if (auto mismatch = compare(name, now.*values, before.*values, tolerance.*bound))
      return mismatch;
  }
  return std::nullopt;
}

std::optional<SeriesMismatch> other_bits(const RecordedCell& before, const RecordedCell& now) {
  for (const RecordedSeries& series : kRecordedSeries) {
    const auto& values = series.values;
    if (auto mismatch = compare_exact(series.name, now.*values, before.*values)) return mismatch;
  }
  return std::nullopt;
}

Change change_of(const std::string& id, const RecordedCell& before, const RecordedCell& now) {
  if (const auto mismatch = beyond_bounds(before, now))
    return {id, RecordStatus::kDiffers, explain(*mismatch)};
  if (const auto mismatch = other_bits(before, now)) {
    std::string words = mismatch->series + " at step " + std::to_string(mismatch->step) + ": ";
    return {id, RecordStatus::kClose, words + short_digits(mismatch->difference) + " apart"};
  }
  if (!before.parameters.empty() && !now.parameters.empty() && before.parameters != now.parameters)
    return {id, RecordStatus::kClose, "parameters after the last step: not the same bits"};
  return {id, RecordStatus::kSame, ""};
}

}  // namespace

std::string class_of(const Environment& environment) {
  std::string name = "torch";
  for (const char* key : kDecisive) append_part(name, value_of(environment, key));
  return name;
}

std::string file_name(const Recorded& recorded) {
  return recorded.matrix + "." + class_of(recorded.environment) + ".toml";
}

std::string to_toml(const Recorded& recorded) {
  std::string text = "# Written by `gridlock golden record`.\nmatrix = " + quoted(recorded.matrix) +
                     "\nseed = " + std::to_string(recorded.seed) + "\n\n[environment]\n";
  for (const auto& [key, value] : recorded.environment)
    text += key_text(key) + " = " + quoted(value) + "\n";
  for (const auto& [id, cell] : recorded.cells) {
    text += "\n[cells." + quoted(id) + "]\nprecision = " + quoted(cell.precision) +
            "\nlosses = " + list_of(cell.losses) + "\ngrad_norms = " + list_of(cell.grad_norms) +
            "\n";
    if (!cell.parameters.empty()) text += "parameters = " + quoted(cell.parameters) + "\n";
  }
  return text;
}

Recorded recorded_from_toml(std::string_view text) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw RecordedError("line " + std::to_string(error.source().begin.line) + ": " +
                        std::string(error.description()));
  }
  Recorded recorded;
  recorded.matrix = read<std::string>(table, "matrix", "a text");
  recorded.seed = read<std::int64_t>(table, "seed", "a whole number");
  for (const auto& [key, value] : read_table(table, "environment")) {
    const std::string name(key.str());
    recorded.environment[name] = value.value_or(std::string());
  }
  for (const auto& [id, cell] : read_table(table, "cells"))
    recorded.cells[std::string(id.str())] = read_cell(std::string(id.str()), cell);
  return recorded;
}

std::vector<Change> changes(const Recorded& before, const Recorded& now) {
  std::vector<Change> all;
  for (const auto& [id, cell] : now.cells) {
    const auto found = before.cells.find(id);
    all.push_back(found == before.cells.end() ? Change{id, RecordStatus::kNew, ""}
                                              : change_of(id, found->second, cell));
  }
  for (const auto& [id, cell] : before.cells) {
    if (!now.cells.contains(id)) all.push_back({id, RecordStatus::kMissing, ""});
  }
  std::ranges::sort(all, {}, &Change::cell);
  return all;
}

std::vector<std::string> changes(const Environment& before, const Environment& now) {
  Environment keys = before;
  keys.insert(now.begin(), now.end());
  std::vector<std::string> all;
  for (const auto& [key, any] : keys) {
    const std::string was = value_of(before, key), is = value_of(now, key);
    if (was == is) continue;
    all.push_back(key + " " + (is.empty() ? "unknown" : is) + ", recorded with " +
                  (was.empty() ? "unknown" : was));
  }
  return all;
}

}  // namespace gridlock::golden
