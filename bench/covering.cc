// gridlock bench covering measures the number of cells of a matrix and the time to plan them.
//
// Each model is a matrix, planned in the same way as by `gridlock list` and `gridlock run`.
//
// The models without constraints, and the array sizes of PICT and of the best tool, are from the
// table "Efficiency" at https://www.pairwise.org/efficiency.html. PICT's sizes are from J.
// Czerwonka, "Pairwise Testing in the Real World: Practical Extensions to Test-Case Generators",
// PNSQC 2006 (https://github.com/microsoft/pict). The models named "gridlock" have gridlock's own
// axes and constraints (matrix/axes.toml). The last two models are matrices that come with
// gridlock. Their numbers of cells include reference cells.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench.h"
#include "harness/arguments/command.h"
#include "harness/cli/command.h"
#include "harness/workspace/load_matrix.h"
#include "matrix/planner.h"

namespace gridlock::bench {
namespace {

struct Model {
  std::string name;
  matrix::Matrix matrix;
  std::size_t promised_cells = 0;
  double promised_seconds = std::numeric_limits<double>::infinity();
  std::size_t pict = 0;  // 0: not published
  std::size_t best = 0;
};

struct Result {
  std::size_t cells = 0;
  std::size_t lower_bound = 0;
  double seconds = 0;
};

// Pairs: a number of values, and the number of axes that have so many values.
using Uniform = std::vector<std::pair<int, int>>;

void list(const std::string& axis, const std::vector<matrix::Value>& values,
          matrix::Matrix& model) {
  auto& listed = model.axes[axis].values;
  listed.clear();
  for (const matrix::Value& value : values) listed.push_back({value, "", false});
}

void add_axis(std::int64_t levels, matrix::Matrix& model) {
  matrix::Schema& schema = model.the_case.schema;
  matrix::Axis axis;
  axis.name = fmt::format("axis{}", schema.axes.size());
  axis.type = matrix::ValueType::kInt;
  for (std::int64_t level = 0; level < levels; ++level) axis.values.emplace_back(level);
  axis.fallback = axis.values.front();
  axis.id.text = axis.name + "is{}";
  list(axis.name, axis.values, model);
  schema.axes.push_back(std::move(axis));
}

// Returns a model without the standard axes. Each entry of `parts` is a number of values, and the
// number of axes that have so many values.
Model plain(const std::string& name, const Uniform& parts, std::size_t promised_cells) {
  Model model{name, {}, promised_cells};
  model.matrix.the_case.schema = matrix::catalogue();
  for (const auto& [levels, factors] : parts)
    for (int i = 0; i < factors; ++i) add_axis(levels, model.matrix);
  return model;
}

Model published(const std::string& name, const Uniform& parts, std::size_t pict, std::size_t best) {
  Model model = plain(name, parts, pict);
  model.pict = pict;
  model.best = best;
  return model;
}

std::vector<matrix::Value> integers(std::initializer_list<std::int64_t> numbers) {
  return {numbers.begin(), numbers.end()};
}

// Returns a model with all values of the standard axes that are not optional. `cp` and `world_size`
// have the given values, `layers` has 1 and 2. `device` is left out: the model is planned for a
// machine without a GPU.
Model standard(const std::string& name, int strength, const std::vector<matrix::Value>& cp,
               const std::vector<matrix::Value>& world_size, std::size_t promised_cells) {
  Model model{name, {}, promised_cells, 1.0};
  matrix::Matrix& matrix = model.matrix;
  matrix.strength = strength;
  matrix.recipe.seed = 1;
  matrix.the_case.schema = matrix::catalogue();
  for (const matrix::Axis& axis : matrix.schema().axes) {
    if (axis.name == "device" || axis.optional) continue;
    const bool flag = axis.type == matrix::ValueType::kBool;
    list(axis.name, flag ? std::vector<matrix::Value>{false, true} : axis.values, matrix);
  }
  list("cp", cp, matrix);
  list("world_size", world_size, matrix);
  list("layers", integers({1, 2}), matrix);
  matrix::remove_unlisted_axes(matrix);
  return model;
}

Model shipped(const std::string& name, std::size_t promised_cells) {
  return {name + ".toml", workspace::load_matrix({name, {}, "", ""}), promised_cells, 1.0};
}

std::vector<Model> models() {
  const auto narrow = integers({1, 2, 4, 8});
  const auto wide = integers({1, 2, 4, 8, 16, 32});
  return {
      published("3^4", {{3, 4}}, 9, 9),
      published("3^13", {{3, 13}}, 18, 15),
      published("4^15 3^17 2^29", {{4, 15}, {3, 17}, {2, 29}}, 37, 29),
      published("4^1 3^39 2^35", {{4, 1}, {3, 39}, {2, 35}}, 27, 21),
      published("2^100", {{2, 100}}, 15, 10),
      published("10^20", {{10, 20}}, 210, 180),
      plain("7^8", {{7, 8}}, 49),
      plain("7^40", {{7, 40}}, 91),
      standard("gridlock, cp to 32", 2, wide, integers({4, 8, 32}), 30),
      standard("gridlock, cp to 32", 3, wide, integers({4, 8, 32}), 140),
      standard("gridlock, cp to 8", 2, narrow, integers({4, 8}), 30),
      standard("gridlock, cp to 8", 3, narrow, integers({4, 8}), 140),
      shipped("default", 35),
      shipped("nightly", 180),
  };
}

Result measure(const Model& model) {
  Result result;
  std::array<double, 3> seconds{};
  for (double& time : seconds) {
    const auto start = std::chrono::steady_clock::now();
    const matrix::Plan plan = matrix::plan(model.matrix, matrix::Machine{});
    time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.cells = plan.cells.size();
    result.lower_bound = plan.goal.lower_bound;
  }
  std::sort(seconds.begin(), seconds.end());
  result.seconds = seconds[1];
  return result;
}

bool kept(const Model& model, const Result& result) {
  return result.cells <= model.promised_cells && result.seconds <= model.promised_seconds;
}

std::string count(std::size_t number) {
  return number == 0 ? "-" : std::to_string(number);
}

void print_header() {
  fmt::print("{:<20} {:>2} {:>6} {:>6} {:>6} {:>6} {:>8} {:>9}\n", "model", "t", "cells", "bound",
             "PICT", "best", "at most", "seconds");
}

void print_row(const Model& model, const Result& result) {
  fmt::print("{:<20} {:>2} {:>6} {:>6} {:>6} {:>6} {:>8} {:>9.3f}  {}\n", model.name,
             model.matrix.strength, result.cells, result.lower_bound, count(model.pict),
             count(model.best), model.promised_cells, result.seconds,
             kept(model, result) ? "ok" : "MISSED");
}

void print_json(const Model& model, const Result& result) {
  const auto known = [](std::size_t number) {
    return number == 0 ? nlohmann::json() : nlohmann::json(number);
  };
  const nlohmann::ordered_json line = {{"model", model.name},
                                       {"strength", model.matrix.strength},
                                       {"cells", result.cells},
                                       {"lower_bound", result.lower_bound},
                                       {"pict", known(model.pict)},
                                       {"best_published", known(model.best)},
                                       {"promised_cells", model.promised_cells},
                                       {"seconds", result.seconds},
                                       {"ok", kept(model, result)}};
  fmt::print("{}\n", line.dump());
}

// Prints a row for each model: the number of cells in the plan, a lower bound for this number, the
// published sizes, the promised size, and the median of three planning times. If `json` is true,
// prints one object per line instead. Returns an exit code, which is 1 if some plan has more cells
// or takes longer than promised.
int bench_covering(bool json) {
  bool all_kept = true;
  if (!json) print_header();
  for (const Model& model : models()) {
    const Result result = measure(model);
    all_kept = all_kept && kept(model, result);
    json ? print_json(model, result) : print_row(model, result);
    std::fflush(stdout);
  }
  return all_kept ? cli::kExpected : cli::kUnexpected;
}

}  // namespace

void add_covering(const arguments::Command& bench, int& exit_code) {
  const arguments::Command command = bench.subcommand(
      "covering", "Sizes and times of covering arrays, compared with published ones");
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json, "Print one JSON object per line");
  command.action([json, &exit_code] { exit_code = bench_covering(*json); });
}

}  // namespace gridlock::bench
