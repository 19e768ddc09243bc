// Reads a matrix file, table by table.

#include <algorithm>

#include "harness/text/names.h"
#include "matrix/claim_reader.h"
#include "matrix/compile_limits.h"
#include "matrix/listing_reader.h"
#include "matrix/matrix.h"
#include "matrix/relation_reader.h"
#include "matrix/schema_reader.h"
#include "matrix/setting_axes.h"
#include "matrix/setting_names.h"

namespace gridlock::matrix {
namespace {

int read_strength(const TomlReader& file) {
  const toml::node* node = file.node("strength");
  if (node == nullptr)
    file.fail("strength",
              "the matrix has no 'strength'; set it to a number from 1 to 6, or to \"all\"");
  if (node->is_string() && node->as_string()->get() == "all") return 0;
  const auto number = node->is_integer() ? node->as_integer()->get() : 0;
  if (number < 1 || number > 6)
    file.fail("strength", "'strength' must be a number from 1 to 6, or \"all\"");
  return static_cast<int>(number);
}

// Reads the case. If the name is wrong, reads the case with the nearest name, so that the file's
// axes can still be checked.
std::optional<Case> read_case(const TomlReader& file,
                              const std::vector<std::filesystem::path>& folders) {
  const auto name = file.attempt([&] { return file.required_string("case"); });
  if (!name) return std::nullopt;
  const FilePosition place = place_of(file.node("case")->source(), file.file());
  auto result = file.attempt([&] { return find_case(*name, folders, place); });
  if (result) return result;
  const auto names = case_names(folders);
  const std::string* meant = text::nearest(*name, names);
  if (meant == nullptr || *meant == *name) return std::nullopt;
  return file.attempt([&] { return find_case(*meant, folders, place); });
}

void read_compile_options(const TomlReader& run, Matrix& matrix) {
  const toml::table* table = run.table("compile_options");
  if (table == nullptr) return;
  const TomlReader options(*table, "'compile_options'", run.mistakes());
  for (const std::string& name : options.keys()) {
    options.attempt([&] {
      const std::string mistake = compile_option_mistake(name);
      if (!mistake.empty()) options.fail(name, mistake);
      matrix.recipe.compile_options[name] = value_of(*options.node(name), options.file());
    });
  }
}

// Rejects a mode together with options, because torch.compile() accepts only one of them.
void check_mode(const TomlReader& file, const Matrix& matrix) {
  if (matrix.recipe.compile_options.empty()) return;
  for (const Listings* listings : {&matrix.axes, &matrix.gpu_axes}) {
    const auto mode = listings->find("mode");
    if (mode == listings->end()) continue;
    for (const ListedValue& listed : mode->second.values) {
      if (listed.value == Value("default")) continue;
      file.fail("run",
                "torch.compile takes either a mode or options: remove 'compile_options', or the "
                "'mode' '" +
                    to_string(listed.value) + "'");
    }
  }
}

void read_run(const TomlReader& file, Matrix& matrix) {
  const toml::table* table = file.table("run");
  if (table == nullptr) return;
  const TomlReader run(*table, "[run]", file.mistakes(), kRunKeys);
  run.attempt([&] {
    const auto steps = run.int_or("steps", matrix.recipe.steps);
    if (steps < 1 || steps > 1000000) run.fail("steps", "'steps' must be 1 to 1000000");
    matrix.recipe.steps = static_cast<int>(steps);
  });
  run.read_seconds("deadline_seconds", matrix.recipe.deadline_seconds);
  run.read_seconds("compile_deadline_seconds", matrix.recipe.compile_deadline_seconds);
  run.read_seconds("likely_seconds", matrix.recipe.likely_seconds);
  run.read_seconds("desync_seconds", matrix.recipe.desync_seconds);
  run.attempt([&] { matrix.recipe.activations = run.bool_or("activations", false); });
  run.attempt([&] { read_compile_options(run, matrix); });
}

void read_axes_of(const TomlReader& parent, const char* title, bool machine_values,
                  const Schema& schema, Listings& listings) {
  parent.attempt([&] {
    const toml::table* axes = parent.table("axes");
    if (axes == nullptr) return;
    listings = read_listings(TomlReader(*axes, title, parent.mistakes()), schema, machine_values);
  });
}

void read_all_axes(const TomlReader& file, Matrix& matrix) {
  read_axes_of(file, "[axes]", false, matrix.schema(), matrix.axes);
  file.attempt([&] {
    const toml::table* gpu = file.table("gpu");
    if (gpu == nullptr) return;
    const TomlReader reader(*gpu, "[gpu]", file.mistakes(), kGpuKeys);
    read_axes_of(reader, "[gpu.axes]", true, matrix.schema(), matrix.gpu_axes);
  });
}

void read_explicit(const TomlReader& file, Matrix& matrix) {
  for_each_row(file, "add", kAddKeys, [&](const TomlReader& row) {
    matrix.added.push_back({required_choice(row, "axes", matrix.schema()), row.place()});
  });
  for_each_row(file, "drop", kDropKeys, [&](const TomlReader& row) {
    matrix.dropped.push_back(read_select(row, matrix.schema()));
  });
}

// Checks the text of the file rather than the values that were read, so that a wrong value is
// reported only once.
void check_not_empty(const TomlReader& file) {
  const toml::node* axes = file.node("axes");
  const bool empty = axes == nullptr || (axes->is_table() && axes->as_table()->empty());
  if (!empty || file.has("add")) return;
  file.fail("axes", "the matrix lists no axis; add lines under [axes], as in cp = [1, 4]");
}

void read_reference(const TomlReader& file, Matrix& matrix) {
  const toml::table* table = file.table("reference");
  if (table == nullptr) return;
  const TomlReader reference(*table, "[reference]", file.mistakes(), kReferenceKeys);
  matrix.reset = reference.strings("reset");
  for (const std::string& name : matrix.reset) {
    reference.attempt([&] { matrix.schema().at(name, reference.place("reset")); });
  }
}

// Inserts the standard relations in front of the file's relations.
void add_standard_relations(Matrix& matrix) {
  std::vector<Relation> relations;
  for (const Relation& standard : standard_relations()) {
    const auto replaces = [&](const Relation& own) {
      return own.name == standard.name || own.set == standard.set;
    };
    const auto listed = [&](const auto& change) { return lists(matrix, change.first); };
    if (std::ranges::any_of(matrix.relations, replaces)) continue;
    if (std::ranges::any_of(standard.set, listed)) relations.push_back(standard);
  }
  matrix.relations.insert(matrix.relations.begin(), relations.begin(), relations.end());
}

void read_relations(const TomlReader& file, Matrix& matrix) {
  file.attempt([&] { read_reference(file, matrix); });
  for_each_row(file, "relation", kRelationKeys, [&](const TomlReader& row) {
    matrix.relations.push_back(read_relation(row, matrix.schema()));
  });
  file.attempt([&] {
    if (file.bool_or("standard_relations", true)) add_standard_relations(matrix);
  });
}

std::string read_verdict(const TomlReader& row, const std::vector<std::string>& verdicts) {
  const std::string verdict = row.string_or("verdict", "");
  const bool known = verdict.empty() || verdicts.empty() ||
                     std::find(verdicts.begin(), verdicts.end(), verdict) != verdicts.end();
  if (known) return verdict;
  row.fail("verdict", "unknown verdict '" + verdict + "'" + text::did_you_mean(verdict, verdicts) +
                          "; a verdict is one of " + text::listed(verdicts));
}

void read_xfails(const TomlReader& file, const std::vector<std::string>& verdicts, Matrix& matrix) {
  for_each_row(file, "xfail", kXfailKeys, [&](const TomlReader& row) {
    Expectation expectation;
    row.attempt([&] { expectation.issue = row.required_link("issue"); });
    row.attempt([&] { expectation.verdict = read_verdict(row, verdicts); });
    row.attempt([&] { expectation.strict = row.bool_or("strict", false); });
    matrix.xfails.push_back({read_select(row, matrix.schema()), expectation});
  });
}

std::string read_date(const TomlReader& row, std::string_view key) {
  const toml::node* node = row.node(key);
  if (node == nullptr || !node->is_date()) {
    row.fail(key, "'" + std::string(key) + "' must be a date without quotes, as in 2026-12-31");
  }
  const toml::date date = node->as_date()->get();
  const auto digits = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return std::to_string(date.year) + "-" + digits(date.month) + "-" + digits(date.day);
}

void read_quarantines(const TomlReader& file, Matrix& matrix) {
  for_each_row(file, "quarantine", kQuarantineKeys, [&](const TomlReader& row) {
    Quarantine quarantine;
    row.attempt([&] { quarantine.owner = row.required_string("owner"); });
    row.attempt([&] { quarantine.review_by = read_date(row, "review_by"); });
    row.attempt([&] { quarantine.reason = row.required_string("reason"); });
    matrix.quarantines.push_back({read_select(row, matrix.schema()), quarantine});
  });
}

// Reads the tables that name axes. The case must already be read, because it declares axes.
void read_cells(const TomlReader& file, const std::vector<std::string>& verdicts, Matrix& matrix) {
  read_setting_axes(file, matrix.the_case.schema);
  read_all_axes(file, matrix);
  file.attempt([&] { matrix.constraints = read_constraints(file, matrix.schema()); });
  read_explicit(file, matrix);
  read_relations(file, matrix);
  read_xfails(file, verdicts, matrix);
  read_quarantines(file, matrix);
  read_claims(file, matrix);
  read_compile_limits(file, matrix);
  file.attempt([&] { check_mode(file, matrix); });
}

// Returns whether the condition names optional axes. If `listed` is true, only axes that the file
// lists count.
bool names_optional(const Matrix& matrix, const Expression& condition, bool listed) {
  return std::ranges::any_of(condition.names(), [&](const std::string& name) {
    const Axis* axis = matrix.schema().find(name);
    return axis != nullptr && axis->optional && (!listed || lists(matrix, name));
  });
}

// Returns whether the constraint is about optional axes and the file lists none of them.
bool is_about_unlisted(const Matrix& matrix, const Constraint& constraint) {
  return names_optional(matrix, constraint.forbid, false) &&
         !names_optional(matrix, constraint.forbid, true);
}

// Returns the conditions of the file, of the file's case, and of the standard axes that the file
// lists.
std::vector<const Expression*> conditions(const Matrix& matrix) {
  std::vector<const Expression*> all;
  for (const Constraint& constraint : matrix.constraints) all.push_back(&constraint.forbid);
  for (const Constraint& constraint : matrix.schema().constraints) {
    if (!is_about_unlisted(matrix, constraint)) all.push_back(&constraint.forbid);
  }
  for (const Axis& axis : matrix.schema().axes) {
    const bool is_there = !axis.optional || lists(matrix, axis.name);
    if (axis.when && is_there) all.push_back(&*axis.when);
  }
  for (const auto* listings : {&matrix.axes, &matrix.gpu_axes}) {
    for (const auto& [axis, listing] : *listings) {
      if (listing.when) all.push_back(&*listing.when);
    }
  }
  for (const Expression& select : matrix.dropped) all.push_back(&select);
  for (const Relation& relation : matrix.relations) {
    if (relation.select) all.push_back(&*relation.select);
  }
  for (const Claim& claim : matrix.claims) {
    if (claim.select) all.push_back(&*claim.select);
  }
  for (const XfailRule& rule : matrix.xfails) all.push_back(&rule.select);
  for (const QuarantineRule& rule : matrix.quarantines) all.push_back(&rule.select);
  return all;
}

}  // namespace

bool lists(const Matrix& matrix, std::string_view axis) {
  const auto has = [&](const auto& values) { return values.find(axis) != values.end(); };
  return has(matrix.axes) || has(matrix.gpu_axes) ||
         std::ranges::any_of(matrix.added,
                             [&](const ExplicitCell& added) { return has(added.axes); });
}

void remove_unlisted_axes(Matrix& matrix) {
  std::vector<std::string> mentioned = matrix.reset;
  for (const Expression* condition : conditions(matrix)) {
    const auto names = condition->names();
    mentioned.insert(mentioned.end(), names.begin(), names.end());
  }
  std::erase_if(matrix.the_case.schema.constraints, [&](const Constraint& constraint) {
    return is_about_unlisted(matrix, constraint);
  });
  std::erase_if(matrix.the_case.schema.axes, [&](const Axis& axis) {
    const bool is_mentioned = std::ranges::count(mentioned, axis.name) > 0;
    return axis.optional && !is_mentioned && !lists(matrix, axis.name);
  });
}

Matrix load(const std::filesystem::path& path,
            const std::vector<std::filesystem::path>& case_folders,
            const std::vector<std::string>& verdicts) {
  toml::table root = read_toml(path);
  join_setting_names(root);
  Mistakes mistakes(path.string());
  const TomlReader file(root, "a matrix file", mistakes, kMatrixKeys);
  Matrix matrix;
  matrix.name = path.stem().string();
  matrix.file = path;
  mistakes.attempt([&] { matrix.description = file.string_or("description", ""); });
  mistakes.attempt([&] { matrix.strength = read_strength(file); });
  const auto the_case = read_case(file, case_folders);
  if (the_case) matrix.the_case = *the_case;
  matrix.recipe = matrix.the_case.recipe;
  mistakes.attempt([&] { matrix.recipe.seed = file.int_or("seed", 0); });
  mistakes.attempt([&] { read_run(file, matrix); });
  if (the_case) read_cells(file, verdicts, matrix);
  mistakes.attempt([&] { check_not_empty(file); });
  mistakes.check();
  remove_unlisted_axes(matrix);
  return matrix;
}

}  // namespace gridlock::matrix
