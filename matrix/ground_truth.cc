#include "matrix/ground_truth.h"

#include <algorithm>

#include "harness/text/names.h"
#include "matrix/toml_reader.h"

namespace gridlock::matrix {
namespace {

constexpr Key kTruthFileKeys[] = {
    {"truth", "tables", "required", "a condition; the first row whose condition holds counts"}};
constexpr Key kTruthKeys[] = {
    {"when", "condition", "required", "the cells"},
    {"is", "verdict", "required", "their verdict"},
    {"because", "text", "required", "the reason, in one line"},
};

TruthRule read_rule(const TomlReader& row, const Schema& schema,
                    const std::vector<std::string>& verdicts) {
  TruthRule rule{parse_selection(schema, row.required_string("when"), row.text_place("when")),
                 row.required_string("is"), row.required_string("because")};
  if (!verdicts.empty() && std::ranges::count(verdicts, rule.is) == 0) {
    row.fail("is", "unknown verdict '" + rule.is + "'" + text::did_you_mean(rule.is, verdicts));
  }
  return rule;
}

}  // namespace

GroundTruth::GroundTruth(const Case& the_case, const std::vector<std::string>& verdicts)
    : file_(the_case.folder / "truth.toml") {
  const toml::table root = read_toml(file_);
  Mistakes mistakes(file_);
  const TomlReader file(root, "truth.toml", mistakes, kTruthFileKeys);
  for (const toml::table* table : file.tables("truth")) {
    const TomlReader row(*table, "[[truth]]", mistakes, kTruthKeys);
    row.attempt([&] { rules_.push_back(read_rule(row, the_case.schema, verdicts)); });
  }
  mistakes.check();
}

const TruthRule& GroundTruth::of(const Cell& cell) const {
  const auto holds = [&](const TruthRule& rule) { return rule.when.holds(lookup(cell, {})); };
  const auto row = std::ranges::find_if(rules_, holds);
  if (row == rules_.end())
    throw InputError({file_, 0, 0}, "no row of the file holds for " + cell.id);
  return *row;
}

}  // namespace gridlock::matrix
