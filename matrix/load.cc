// Reading a matrix file, table by table.

#include <algorithm>

#include "matrix/listing_reader.h"
#include "matrix/matrix.h"
#include "matrix/schema_reader.h"

namespace gridlock::matrix {
namespace {

int read_strength(const TomlReader& file) {
  const toml::node* node = file.node("strength");
  if (node == nullptr) file.fail("strength", "a matrix needs a 'strength': 1 to 6, or \"all\"");
  if (node->is_string() && node->as_string()->get() == "all") return 0;
  const auto number = node->is_integer() ? node->as_integer()->get() : 0;
  if (number < 1 || number > 6) file.fail("strength", "'strength' is 1 to 6, or \"all\"");
  return static_cast<int>(number);
}

void read_run(const TomlReader& file, Matrix& matrix) {
  matrix.steps = static_cast<int>(matrix.the_case.steps.value_or(matrix.steps));
  matrix.deadline_seconds = matrix.the_case.deadline_seconds.value_or(matrix.deadline_seconds);
  const toml::table* table = file.table("run");
  if (table == nullptr) return;
  const TomlReader run(*table, "[run]", file.file(),
                       {"steps", "deadline_seconds", "likely_seconds", "desync_seconds"});
  const auto steps = run.int_or("steps", matrix.steps);
  if (steps < 1 || steps > 1000000) run.fail("steps", "'steps' is 1 to 1000000");
  matrix.steps = static_cast<int>(steps);
  const auto read_seconds = [&](const char* key, double& seconds) {
    seconds = run.number_or(key, seconds);
    if (seconds <= 0) run.fail(key, "'" + std::string(key) + "' must be above 0");
  };
  read_seconds("deadline_seconds", matrix.deadline_seconds);
  read_seconds("likely_seconds", matrix.likely_seconds);
  read_seconds("desync_seconds", matrix.desync_seconds);
}

void read_all_axes(const TomlReader& file, Matrix& matrix) {
  if (const toml::table* axes = file.table("axes")) {
    matrix.axes = read_listings(TomlReader(*axes, "[axes]", file.file()), matrix.schema(), false);
  }
  const toml::table* gpu = file.table("gpu");
  if (gpu == nullptr) return;
  const TomlReader reader(*gpu, "[gpu]", file.file(), {"axes"});
  if (const toml::table* axes = reader.table("axes")) {
    matrix.gpu_axes =
        read_listings(TomlReader(*axes, "[gpu.axes]", file.file()), matrix.schema(), true);
  }
}

Expression read_select(const TomlReader& row, const Schema& schema) {
  return parse_selection(schema, row.required_string("select"), row.text_place("select"));
}

Choice required_choice(const TomlReader& row, std::string_view key, const Schema& schema) {
  const toml::table* table = row.table(key);
  if (table == nullptr || table->empty()) {
    row.fail(key, "needs '" + std::string(key) + "', a table such as { cp = 4 }");
  }
  return read_choice(TomlReader(*table, "'" + std::string(key) + "'", row.file()), schema);
}

void read_explicit(const TomlReader& file, Matrix& matrix) {
  for (const toml::table* table : file.tables("add")) {
    const TomlReader row(*table, "[[add]]", file.file(), {"axes"});
    matrix.added.push_back({required_choice(row, "axes", matrix.schema()), row.place()});
  }
  for (const toml::table* table : file.tables("drop")) {
    const TomlReader row(*table, "[[drop]]", file.file(), {"select"});
    matrix.dropped.push_back(read_select(row, matrix.schema()));
  }
}

void check_not_empty(const TomlReader& file, const Matrix& matrix) {
  if (!matrix.axes.empty() || !matrix.added.empty()) return;
  file.fail("axes", "the matrix lists no axis: under [axes] go lines such as cp = [1, 4]");
}

void read_relations(const TomlReader& file, Matrix& matrix) {
  if (const toml::table* table = file.table("reference")) {
    const TomlReader reference(*table, "[reference]", file.file(), {"reset"});
    matrix.reset = reference.strings("reset");
    for (const std::string& name : matrix.reset) {
      matrix.schema().at(name, reference.place("reset"));
    }
  }
  for (const toml::table* table : file.tables("relation")) {
    const TomlReader row(*table, "[[relation]]", file.file(),
                         {"name", "set", "select", "exact", "repeat"});
    Relation relation;
    relation.name = row.required_string("name");
    const bool repeat = row.bool_or("repeat", false);
    if (repeat && row.has("set"))
      row.fail("set", "a relation has 'set' or repeat = true, not both");
    if (!repeat) relation.set = required_choice(row, "set", matrix.schema());
    relation.exact = row.bool_or("exact", repeat);
    if (repeat && !relation.exact) row.fail("exact", "a repeated cell is compared bit for bit");
    if (row.has("select")) relation.select = read_select(row, matrix.schema());
    matrix.relations.push_back(std::move(relation));
  }
}

std::string read_verdict(const TomlReader& row, const std::vector<std::string>& verdicts) {
  const std::string verdict = row.string_or("verdict", "");
  const bool known = verdict.empty() || verdicts.empty() ||
                     std::find(verdicts.begin(), verdicts.end(), verdict) != verdicts.end();
  if (known) return verdict;
  row.fail("verdict", "unknown verdict '" + verdict + "'" + did_you_mean(verdict, verdicts) +
                          "; a verdict is one of " + listed(verdicts));
}

void read_xfails(const TomlReader& file, const std::vector<std::string>& verdicts, Matrix& matrix) {
  for (const toml::table* table : file.tables("xfail")) {
    const TomlReader row(*table, "[[xfail]]", file.file(),
                         {"select", "issue", "verdict", "strict"});
    Expectation expectation;
    expectation.issue = row.required_string("issue");
    if (expectation.issue.find("://") == std::string::npos) {
      row.fail("issue", "'issue' is a link, such as https://github.com/pytorch/pytorch/issues/1");
    }
    expectation.verdict = read_verdict(row, verdicts);
    expectation.strict = row.bool_or("strict", false);
    matrix.xfails.push_back({read_select(row, matrix.schema()), expectation});
  }
}

std::string read_date(const TomlReader& row, std::string_view key) {
  const toml::node* node = row.node(key);
  if (node == nullptr || !node->is_date()) {
    row.fail(key, "'" + std::string(key) + "' must be a date without quotes, such as 2026-12-31");
  }
  const toml::date date = node->as_date()->get();
  const auto digits = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return std::to_string(date.year) + "-" + digits(date.month) + "-" + digits(date.day);
}

void read_quarantines(const TomlReader& file, Matrix& matrix) {
  for (const toml::table* table : file.tables("quarantine")) {
    const TomlReader row(*table, "[[quarantine]]", file.file(),
                         {"select", "owner", "review_by", "reason"});
    matrix.quarantines.push_back({read_select(row, matrix.schema()),
                                  {row.required_string("owner"), read_date(row, "review_by"),
                                   row.required_string("reason")}});
  }
}

}  // namespace

Matrix load(const std::filesystem::path& path,
            const std::vector<std::filesystem::path>& case_folders,
            const std::vector<std::string>& verdicts) {
  const toml::table root = read_toml(path);
  const TomlReader file(
      root, "a matrix file", path.string(),
      {"case", "description", "strength", "seed", "run", "axes", "gpu", "constraint", "add", "drop",
       "reference", "relation", "xfail", "quarantine"});
  Matrix matrix;
  matrix.name = path.stem().string();
  matrix.file = path;
  matrix.description = file.string_or("description", "");
  const std::string name = file.required_string("case");
  matrix.the_case =
      find_case(name, case_folders, place_of(file.node("case")->source(), file.file()));
  matrix.strength = read_strength(file);
  matrix.seed = file.int_or("seed", 0);
  read_run(file, matrix);
  read_all_axes(file, matrix);
  matrix.constraints = read_constraints(file, matrix.schema());
  read_explicit(file, matrix);
  read_relations(file, matrix);
  read_xfails(file, verdicts, matrix);
  read_quarantines(file, matrix);
  check_not_empty(file, matrix);
  return matrix;
}

}  // namespace gridlock::matrix
