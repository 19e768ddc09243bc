#include "bench/adversary_rows.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/controller/machine.h"
#include "harness/controller/run_folder.h"
#include "harness/controller/specification.h"
#include "harness/process/fd.h"
#include "harness/process/files.h"
#include "harness/process/spawn.h"
#include "harness/workspace/installation.h"
#include "matrix/planner.h"
#include "matrix/references.h"

namespace gridlock::bench {
namespace {

using matrix::PlannedCell;

// Gives a number to each axis value, and to each pair of values, that occurs in the cells.
class Combinations {
 public:
  std::vector<int> of(const matrix::Cell& cell, int length) {
    std::vector<int> result;
    for (std::size_t a = 0; a < cell.values.size(); ++a) {
      if (length == 1) result.push_back(number({word(cell, a), ""}));
      for (std::size_t b = 0; length == 2 && b < a; ++b) {
        result.push_back(number({word(cell, a), word(cell, b)}));
      }
    }
    return result;
  }

 private:
  static std::string word(const matrix::Cell& cell, std::size_t axis) {
    return cell.values[axis].first + "=" + matrix::to_string(cell.values[axis].second);
  }
  int number(const std::pair<std::string, std::string>& words) {
    return numbers_.try_emplace(words, static_cast<int>(numbers_.size())).first->second;
  }
  std::map<std::pair<std::string, std::string>, int> numbers_;
};

// Moves `count` cells to the front, one by one. Each is the cell with the most axis values that no
// cell before it has; among equals, the one with the most new pairs of values.
void most_different_first(std::vector<PlannedCell>& cells, std::size_t count) {
  Combinations combinations;
  std::vector<std::vector<int>> singles, pairs;
  for (const PlannedCell& planned : cells) {
    singles.push_back(combinations.of(planned.cell, 1));
    pairs.push_back(combinations.of(planned.cell, 2));
  }
  std::set<int> seen;
  const auto unseen = [&](const std::vector<int>& all) {
    return std::ranges::count_if(all, [&](int one) { return !seen.contains(one); });
  };
  for (std::size_t next = 0; next < std::min(count, cells.size()); ++next) {
    std::size_t best = next;
    std::pair<long, long> most{-1, -1};
    for (std::size_t i = next; i < cells.size(); ++i) {
      const std::pair<long, long> gain{unseen(singles[i]), unseen(pairs[i])};
      if (gain > most) most = gain, best = i;
    }
    std::swap(cells[next], cells[best]);
    std::swap(singles[next], singles[best]);
    std::swap(pairs[next], pairs[best]);
    seen.insert(singles[next].begin(), singles[next].end());
    seen.insert(pairs[next].begin(), pairs[next].end());
  }
}

PlannedCell twin_of(const PlannedCell& planned, const matrix::Schema& schema) {
  matrix::Choice choice = choice_of(planned.cell);
  choice["twin"] = std::string("hangs");
  PlannedCell twin = planned;
  twin.cell = make_cell(schema, choice);
  return twin;
}

matrix::Matrix load_rows(const char* file, std::uint64_t seed) {
  const auto& root = workspace::installation().root;
  matrix::Matrix matrix = matrix::load(root / "matrix" / file, {root / "cases"});
  matrix.recipe.seed = static_cast<std::int64_t>(seed);
  return matrix;
}

// Adds the cells of the file to `plan`.
void add_rows(matrix::Plan& plan, const char* file, std::uint64_t seed) {
  const matrix::Plan more = matrix::plan(load_rows(file, seed), {0});
  plan.cells.insert(plan.cells.end(), more.cells.begin(), more.cells.end());
}

}  // namespace

matrix::Matrix adversary_matrix(std::uint64_t seed, bool gpus) {
  return load_rows(gpus ? "adversaries_gpu.toml" : "adversaries.toml", seed);
}

matrix::Plan adversary_plan(const AdversaryOptions& options) {
  const matrix::Matrix matrix = adversary_matrix(options.seed, options.gpus);
  const int gpus = options.gpus ? controller::inspect_machine().gpus : 0;
  matrix::Plan plan = matrix::plan(matrix, {gpus});
  if (!options.gpus) add_rows(plan, "adversaries_afterwards.toml", options.seed);
  std::vector<PlannedCell> rows = std::move(plan.cells);
  const auto select = options.select.empty()
                          ? std::nullopt
                          : std::optional(parse_selection(matrix.schema(), options.select));
  const auto wanted = [&](const PlannedCell& planned) {
    return !select || selects(*select, planned.cell, matrix::CellRole::kCovering, {});
  };
  std::erase_if(rows, [&](const PlannedCell& planned) {
    return !wanted(planned) && !wanted(twin_of(planned, matrix.schema()));
  });
  if (options.pairs > 0) {
    most_different_first(rows, static_cast<std::size_t>(options.pairs));
    rows.resize(std::min(rows.size(), static_cast<std::size_t>(options.pairs)));
  }
  plan.cells.clear();
  for (const PlannedCell& planned : rows) {
    for (const PlannedCell& cell : {planned, twin_of(planned, matrix.schema())}) {
      if (wanted(cell)) plan.cells.push_back(cell);
    }
  }
  if (plan.cells.empty()) throw matrix::InputError("--select: no row matches");
  return plan;
}

int write_adversary(const PlannedCell& planned, int descriptor) {
  const nlohmann::json axes = to_json(controller::rank_spec(planned, 0)).at("axes");
  process::Program program;
  program.arguments = {workspace::installation().python,
                       std::filesystem::path(planned.recipe.case_folder) / "generate.py",
                       axes.dump(), planned.cell.id, std::to_string(planned.recipe.seed)};
  program.environment = {{"PYTHONDONTWRITEBYTECODE", "1"}};
  program.standard_output = descriptor;
  return process::run(std::move(program));
}

std::filesystem::path keep_adversary(const PlannedCell& planned,
                                     const std::filesystem::path& folder) {
  const auto stem = controller::RunFolder::evidence(planned.cell.id, 0).filename();
  const auto path = folder / (stem.string() + ".py");
  std::filesystem::create_directories(folder);
  const process::Fd file = process::create_file(path);
  return file && write_adversary(planned, file.get()) == 0 ? path : "";
}

}  // namespace gridlock::bench
