#include "matrix/trial.h"

#include <algorithm>
#include <numeric>

#include "harness/text/names.h"
#include "matrix/compile_limits.h"
#include "matrix/listing_reader.h"
#include "matrix/relation_reader.h"

namespace gridlock::matrix {
namespace {

const std::vector<std::string> kBackends = {"gloo", "nccl"};
const std::vector<std::string> kOneRank = {"faulty", "next", "previous", "peer"};
const std::vector<std::string> kSomeRanks = {"faulty", "others", "all"};

void check_word(const TomlReader& table, const Value& value, const std::vector<std::string>& known,
                const Schema& schema) {
  const auto* word = std::get_if<std::string>(&value);
  if (word == nullptr) return;
  if (std::find(known.begin(), known.end(), *word) == known.end()) {
    table.fail("ranks", "'" + *word + "' is not a set of ranks; use one of " + text::listed(known) +
                            text::did_you_mean(*word, known));
  }
  if (*word != "all" && schema.find("faulty_rank") == nullptr) {
    table.fail("ranks", "'" + *word + "' needs an axis 'faulty_rank'");
  }
}

std::optional<std::vector<Value>> read_ranks(const TomlReader& table, const Schema& schema) {
  const toml::node* node = table.node("ranks");
  if (node == nullptr) return std::nullopt;
  std::vector<Value> ranks;
  if (node->is_string()) {
    ranks.push_back(table.required_string("ranks"));
    check_word(table, ranks.front(), kSomeRanks, schema);
    return ranks;
  }
  for (const toml::node& element : *table.array("ranks")) {
    ranks.push_back(value_of(element, table.file()));
    check_word(table, ranks.back(), kOneRank, schema);
  }
  return ranks;
}

Trial::ExpectedSpec read_expected(const TomlReader& table, const Schema& schema,
                                  const std::vector<std::string>& verdicts) {
  Trial::ExpectedSpec expected{table.required_string("verdict"), "", read_ranks(table, schema)};
  if (table.has("class")) expected.verdict_class = table.required_string("class");
  if (table.has("at")) expected.at = table.required_string("at");
  if (expected.verdict == "timeout") {
    table.fail("verdict",
               "'timeout' is not a fault; write the true verdict, even if no tool finds it");
  }
  if (!verdicts.empty() && std::ranges::count(verdicts, expected.verdict) == 0) {
    table.fail("verdict", "unknown verdict '" + expected.verdict + "'" +
                              text::did_you_mean(expected.verdict, verdicts));
  }
  if (expected.verdict != "pass" && !expected.ranks && expected.at.empty())
    table.fail("verdict", "'ranks' is missing; list the ranks at fault");
  return expected;
}

void read_expect(const TomlReader& file, const std::vector<std::string>& verdicts, Trial& trial) {
  const toml::table* table = file.table("expect");
  if (table == nullptr) return;
  const Schema& schema = trial.matrix.schema();
  const TomlReader expect(*table, "[expect]", file.mistakes(), kExpectKeys);
  if (expect.has("when")) {
    trial.when = parse_selection(schema, expect.required_string("when"), expect.text_place("when"));
  }
  trial.expected[""] = read_expected(expect, schema, verdicts);
  for (const std::string& backend : kBackends) {
    if (!expect.has(backend)) continue;
    const TomlReader row(*expect.table(backend), "[expect." + backend + "]", file.mistakes(),
                         kExpectBackendKeys);
    trial.expected[backend] = read_expected(row, schema, verdicts);
  }
}

int number(const Cell& cell, std::string_view axis) {
  return static_cast<int>(std::get<std::int64_t>(*cell.find(axis)));
}

int one_rank(const Value& expected, const Cell& cell) {
  if (const auto* rank = std::get_if<std::int64_t>(&expected)) return static_cast<int>(*rank);
  const int size = number(cell, "world_size"), faulty = number(cell, "faulty_rank");
  if (expected == Value("next")) return (faulty + 1) % size;
  if (expected == Value("peer")) return faulty ^ 1;
  return expected == Value("previous") ? (faulty + size - 1) % size : faulty;
}

std::vector<int> ranks_of(const std::vector<Value>& expected, const Cell& cell) {
  std::vector<int> ranks;
  if (expected == std::vector<Value>{"all"} || expected == std::vector<Value>{"others"}) {
    ranks.resize(static_cast<std::size_t>(number(cell, "world_size")));
    std::iota(ranks.begin(), ranks.end(), 0);
    if (expected.front() == Value("others")) std::erase(ranks, number(cell, "faulty_rank"));
    return ranks;
  }
  for (const Value& rank : expected) ranks.push_back(one_rank(rank, cell));
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

// Returns the fewest ranks with which a cell shows both the fault and the rank at fault: the
// smallest world_size that the file lists, but at least 2.
std::int64_t fewest_ranks(const Matrix& matrix) {
  const auto listing = matrix.axes.find("world_size");
  std::int64_t fewest = 2;
  if (listing == matrix.axes.end() || listing->second.values.empty()) return fewest;
  const auto smaller = [](const ListedValue& a, const ListedValue& b) { return a.value < b.value; };
  const auto& values = listing->second.values;
  const auto* size = std::get_if<std::int64_t>(&std::ranges::min_element(values, smaller)->value);
  return size != nullptr ? std::max(fewest, *size) : fewest;
}

// Reads the cells. On a machine with GPUs, a cell has one rank per GPU, unless [gpu.cells] lists
// world_size.
void read_cells(const TomlReader& file, Matrix& matrix) {
  const auto read = [&](const TomlReader& table, const char* where, bool machine_values) {
    const toml::table* cells = table.table("cells");
    if (cells == nullptr) return Listings{};
    return read_listings(TomlReader(*cells, where, table.mistakes()), matrix.schema(),
                         machine_values);
  };
  matrix.axes = read(file, "[cells]", false);
  if (const toml::table* gpu = file.table("gpu")) {
    matrix.gpu_axes =
        read(TomlReader(*gpu, "[gpu]", file.mistakes(), kCaseGpuKeys), "[gpu.cells]", true);
  }
  matrix.gpu_axes.try_emplace(
      "world_size",
      AxisListing{{{Value("gpus"), "gpus:" + std::to_string(fewest_ranks(matrix)), false}}, {}});
}

void keep_fault_in_world(const TomlReader& file, Matrix& matrix) {
  if (matrix.schema().find("faulty_rank") == nullptr) return;
  const FilePosition place{file.file(), 0, 0};
  matrix.constraints.push_back(
      {parse_selection(matrix.schema(), "faulty_rank >= world_size & world_size > 1", place),
       "faulty_rank must be below world_size", place});
}

}  // namespace

Trial load_trial(const std::string& name, const std::vector<std::filesystem::path>& folders,
                 const std::vector<std::string>& verdicts) {
  Trial trial;
  Matrix& matrix = trial.matrix;
  matrix.the_case = find_case(name, folders, {});
  matrix.name = name;
  matrix.file = matrix.the_case.folder / "case.toml";
  matrix.description = matrix.the_case.description;
  matrix.strength = 1;
  matrix.recipe = matrix.the_case.recipe;
  const toml::table root = read_toml(matrix.file);
  Mistakes mistakes(matrix.file.string());
  const TomlReader file(root, "case.toml", mistakes);
  mistakes.attempt([&] { read_cells(file, matrix); });
  keep_fault_in_world(file, matrix);
  for_each_row(file, "relation", kRelationKeys, [&](const TomlReader& row) {
    matrix.relations.push_back(read_relation(row, matrix.schema()));
  });
  read_compile_limits(file, matrix);
  mistakes.attempt([&] { read_expect(file, verdicts, trial); });
  mistakes.check();
  remove_unlisted_axes(matrix);
  return trial;
}

Outcome expected(const Trial& trial, const Cell& cell, const std::string& backend) {
  if (trial.expected.empty() || (trial.when && !trial.when->holds(lookup(cell, {})))) return {};
  const auto own = trial.expected.find(backend);
  const Trial::ExpectedSpec& spec =
      own == trial.expected.end() ? trial.expected.at("") : own->second;
  Outcome outcome{{spec.verdict}, spec.verdict_class, std::nullopt, spec.at};
  if (spec.ranks) outcome.ranks = ranks_of(*spec.ranks, cell);
  return outcome;
}

}  // namespace gridlock::matrix
