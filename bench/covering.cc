#include "bench/covering.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/cli/command.h"
#include "matrix/array.h"
#include "matrix/covering/problem.h"

namespace gridlock::bench {
namespace {

struct Size {
  std::size_t rows = 0;
  std::size_t lower_bound = 0;
};

struct Model {
  std::string name;
  int strength = 2;
  std::size_t pict = 0;  // 0: not published
  std::size_t best = 0;
  std::size_t promised_rows = 0;
  double promised_seconds = std::numeric_limits<double>::infinity();
  std::function<Size()> generate;
};

struct Result {
  Size size;
  double seconds = 0;
};

using Uniform = std::vector<std::pair<int, int>>;  // (levels, number of factors with so many)

Model published(const std::string& name, const Uniform& parts, std::size_t pict, std::size_t best) {
  matrix::covering::Problem problem;
  for (const auto& [levels, factors] : parts)
    problem.levels.insert(problem.levels.end(), factors, levels);
  const auto generate = [problem] {
    const auto array = matrix::covering::generate(problem);
    return Size{array.rows.size(), array.lower_bound};
  };
  const double unlimited = std::numeric_limits<double>::infinity();
  return {name, problem.strength, pict, best, pict, unlimited, generate};
}

// All values of all standard axes; `cp`, `world_size` and `layers` as given, and the device left to
// the machine, which has no GPU.
matrix::Space own_space(const std::vector<std::int64_t>& cp,
                        const std::vector<std::int64_t>& world_size) {
  matrix::Matrix model;
  model.the_case.schema = matrix::catalogue();
  const auto list = [&](const std::string& axis, const auto& values) {
    auto& listed = model.axes[axis].values;
    listed.clear();
    for (const auto& value : values) listed.push_back({matrix::Value(value), "", false});
  };
  for (const matrix::Axis& axis : model.schema().axes) {
    if (axis.name == "device") continue;
    if (axis.type == matrix::ValueType::kBool)
      list(axis.name, std::array{false, true});
    else
      list(axis.name, axis.values);
  }
  list("cp", cp);
  list("world_size", world_size);
  list("layers", std::array<std::int64_t, 2>{1, 2});
  return matrix::make_space(model, matrix::Machine{});
}

Model own(const std::string& name, const matrix::Space& space, int strength,
          std::size_t promised_rows) {
  const auto generate = [space, strength] {
    const auto array = matrix::covering_cells(space, strength, 1);
    return Size{array.cells.size(), array.goal.lower_bound};
  };
  return {name, strength, 0, 0, promised_rows, 1.0, generate};
}

std::vector<Model> models() {
  const auto wide = own_space({1, 2, 4, 8, 16, 32}, {4, 8, 32});
  const auto narrow = own_space({1, 2, 4, 8}, {4, 8});
  return {
      published("3^4", {{3, 4}}, 9, 9),
      published("3^13", {{3, 13}}, 18, 15),
      published("4^15 3^17 2^29", {{4, 15}, {3, 17}, {2, 29}}, 37, 29),
      published("4^1 3^39 2^35", {{4, 1}, {3, 39}, {2, 35}}, 27, 21),
      published("2^100", {{2, 100}}, 15, 10),
      published("10^20", {{10, 20}}, 210, 180),
      own("gridlock, cp to 32", wide, 2, 30),
      own("gridlock, cp to 32", wide, 3, 140),
      own("gridlock, cp to 8", narrow, 2, 30),
      own("gridlock, cp to 8", narrow, 3, 140),
  };
}

Result measure(const Model& model) {
  Result result;
  std::array<double, 3> seconds{};
  for (double& time : seconds) {
    const auto start = std::chrono::steady_clock::now();
    result.size = model.generate();
    time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  std::sort(seconds.begin(), seconds.end());
  result.seconds = seconds[1];
  return result;
}

bool kept(const Model& model, const Result& result) {
  return result.size.rows <= model.promised_rows && result.seconds <= model.promised_seconds;
}

std::string count(std::size_t number) {
  return number == 0 ? "-" : std::to_string(number);
}

void print_header() {
  fmt::print("{:<20} {:>2} {:>6} {:>6} {:>6} {:>6} {:>8} {:>9}\n", "model", "t", "rows", "bound",
             "PICT", "best", "at most", "seconds");
}

void print_row(const Model& model, const Result& result) {
  fmt::print("{:<20} {:>2} {:>6} {:>6} {:>6} {:>6} {:>8} {:>9.3f}  {}\n", model.name,
             model.strength, result.size.rows, result.size.lower_bound, count(model.pict),
             count(model.best), model.promised_rows, result.seconds,
             kept(model, result) ? "ok" : "MISSED");
}

void print_json(const Model& model, const Result& result) {
  const auto known = [](std::size_t number) {
    return number == 0 ? nlohmann::json() : nlohmann::json(number);
  };
  const nlohmann::ordered_json line = {{"model", model.name},
                                       {"strength", model.strength},
                                       {"rows", result.size.rows},
                                       {"lower_bound", result.size.lower_bound},
                                       {"pict", known(model.pict)},
                                       {"best_published", known(model.best)},
                                       {"promised_rows", model.promised_rows},
                                       {"seconds", result.seconds},
                                       {"ok", kept(model, result)}};
  fmt::print("{}\n", line.dump());
}

}  // namespace

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

}  // namespace gridlock::bench
