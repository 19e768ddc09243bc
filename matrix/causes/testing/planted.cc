#include "matrix/causes/testing/planted.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>

#include "matrix/covering/problem.h"

namespace gridlock::matrix::causes::testing {
namespace {

using Clock = std::chrono::steady_clock;

enum class Kind { kBool, kNumber, kWord };

struct MadeUpAxis {
  std::string name;
  std::vector<Value> values;
};

// Returns the rows of a covering array from a cache. Most plantings use the same problems, and
// generating an array takes longer than all later steps.
const std::vector<covering::Row>& covering_rows(const covering::Problem& problem) {
  static std::map<std::tuple<int, std::uint64_t, std::vector<int>>, std::vector<covering::Row>>
      known;
  std::vector<covering::Row>& rows = known[{problem.strength, problem.seed, problem.levels}];
  if (rows.empty()) rows = covering::generate(problem).rows;
  return rows;
}

class PlantedTable {
 public:
  explicit PlantedTable(const Planting& planting) : planting_(planting), random_(planting.seed) {
    make_axes();
    make_rows();
    plant();
  }

  Outcome find() {
    Outcome outcome;
    outcome.planted = planted_.size();
    outcome.rows = rows_.size();
    for (const Cell& row : rows_) learn(row);
    const auto began = Clock::now();
    Explanation explanation = explain(observations_);
    outcome.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
    while (outcome.trained < planting_.more_cells) {
      const std::vector<Cell> open = neighbors();
      const std::ptrdiff_t cell = most_informative(observations_, open);
      if (cell < 0) break;
      learn(open[static_cast<std::size_t>(cell)]);
      ++outcome.trained;
    }
    explanation = explain(observations_);
    outcome.found = explanation.causes.size();
    for (const Conjunction& planted : planted_) {
      outcome.right += std::ranges::any_of(explanation.causes, [&](const Cause& cause) {
        return is_same(cause.conjunction, planted);
      });
    }
    return outcome;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool chance(double share) { return static_cast<double>(random_() % 10000) < share * 10000; }

  void make_axes() {
    const std::size_t count = planting_.strength == 2 ? 8 + below(5) : 6 + below(3);
    for (std::size_t i = 0; i < count; ++i) {
      MadeUpAxis axis{"axis" + std::to_string(i), {}};
      const auto kind = static_cast<Kind>(below(3));
      const std::size_t levels = kind == Kind::kBool ? 2 : 2 + below(3);
      for (std::size_t level = 0; level < levels; ++level) {
        if (kind == Kind::kBool) axis.values.emplace_back(level == 1);
        if (kind == Kind::kNumber) axis.values.emplace_back(std::int64_t{1} << level);
        if (kind == Kind::kWord) axis.values.emplace_back("word" + std::to_string(level));
      }
      axes_.push_back(std::move(axis));
    }
  }

  Cell cell_of(const covering::Row& row) const {
    Cell cell{"made_up", {}, "made_up/"};
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Value& value = axes_[i].values[static_cast<std::size_t>(row[i])];
      cell.values.emplace_back(axes_[i].name, value);
      cell.id += "." + to_string(value);
    }
    return cell;
  }

  void make_rows() {
    covering::Problem problem;
    for (const MadeUpAxis& axis : axes_) {
      problem.levels.push_back(static_cast<int>(axis.values.size()));
    }
    problem.strength = planting_.strength;
    problem.seed = planting_.seed;
    for (const covering::Row& row : covering_rows(problem)) rows_.push_back(cell_of(row));
  }

  Conjunction draw(std::size_t length) {
    std::set<std::size_t> axes;
    while (axes.size() < length) axes.insert(below(axes_.size()));
    Conjunction conjunction;
    for (const std::size_t axis : axes) {
      const auto& values = axes_[axis].values;
      const auto all = conditions_of(axes_[axis].name, {values.begin(), values.end()});
      conjunction.push_back(all[below(all.size())]);
    }
    return conjunction;
  }

  std::size_t rows_with(const Conjunction& conjunction) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(rows_, [&](const Cell& row) { return holds(conjunction, row); }));
  }

  void plant() {
    for (const std::size_t length : planting_.lengths) {
      Conjunction conjunction = draw(length);
      for (int tries = 0; tries < 1000; ++tries) {
        const std::size_t rows = rows_with(conjunction);
        if (rows >= 2 && 3 * rows <= rows_.size()) break;
        conjunction = draw(length);
      }
      planted_.push_back(std::move(conjunction));
    }
  }

  void learn(const Cell& cell) {
    const bool fails = std::ranges::any_of(
        planted_, [&](const Conjunction& planted) { return holds(planted, cell); });
    observations_.push_back({cell, fails != chance(planting_.noise)});
  }

  // Returns cells that each differ from a failing row in one axis, or in about a third of the axes.
  std::vector<Cell> neighbors() {
    std::set<std::string> seen;
    for (const Observation& observation : observations_) seen.insert(observation.cell.id);
    std::vector<Cell> cells;
    for (const Observation& observation : observations_) {
      if (!observation.failed || cells.size() > 400) continue;
      for (int i = 0; i < 150; ++i) {
        Cell cell{"made_up", observation.cell.values, "made_up/"};
        const std::size_t single = below(axes_.size());
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
          const auto& values = axes_[axis].values;
          const bool changes = i < 40 ? axis == single : below(3) == 0;
          if (changes) cell.values[axis].second = values[below(values.size())];
          cell.id += "." + to_string(cell.values[axis].second);
        }
        if (seen.insert(cell.id).second) cells.push_back(std::move(cell));
      }
    }
    return cells;
  }

  // Returns whether both conjunctions hold for the same values on each axis, and thus for the same
  // cells.
  bool is_same(const Conjunction& a, const Conjunction& b) const {
    return std::ranges::all_of(axes_, [&](const MadeUpAxis& axis) {
      return std::ranges::all_of(axis.values, [&](const Value& value) {
        const auto allows = [&](const Conjunction& conjunction) {
          return std::ranges::all_of(conjunction, [&](const Condition& condition) {
            return condition.axis != axis.name || condition.holds(&value);
          });
        };
        return allows(a) == allows(b);
      });
    });
  }

  const Planting& planting_;
  std::mt19937_64 random_;
  std::vector<MadeUpAxis> axes_;
  std::vector<Cell> rows_;
  std::vector<Conjunction> planted_;
  std::vector<Observation> observations_;
};

}  // namespace

Outcome plant_and_find(const Planting& planting) {
  return PlantedTable(planting).find();
}

Rates rates_of(Planting planting, int tables) {
  std::size_t planted = 0, found = 0, right = 0;
  std::vector<double> times;
  Rates rates;
  for (int i = 1; i <= tables; ++i) {
    planting.seed = static_cast<std::uint64_t>(i);
    const Outcome outcome = plant_and_find(planting);
    planted += outcome.planted;
    found += outcome.found;
    right += outcome.right;
    rates.trained += outcome.trained;
    rates.rows += static_cast<double>(outcome.rows);
    times.push_back(outcome.milliseconds);
  }
  std::ranges::sort(times);
  rates.precision = found == 0 ? 1 : static_cast<double>(right) / static_cast<double>(found);
  rates.recall = static_cast<double>(right) / static_cast<double>(planted);
  rates.trained /= tables;
  rates.rows /= tables;
  rates.milliseconds_p50 = times[times.size() / 2];
  rates.milliseconds_max = times.back();
  return rates;
}

const std::vector<PlantingRow>& planting_rows() {
  // The precision and recall measured over kTables tables, in the order of the rows. The first
  // three rows: 1.000 and 1.000. Two causes: 0.906 and 0.883, 0.957 and 0.925. With noise: 0.959
  // and 0.983, 0.919 and 0.942, 1.000 and 1.000, 0.950 and 0.958, 0.886 and 0.975. Without more
  // cells: 0.700 and 0.700, 0.915 and 0.892.
  static const std::vector<PlantingRow> rows = {
      {"1 factor", {{1}, 2, 0, 8}, 1, 1},
      {"2 factors", {{2}, 2, 0, 8}, 1, 1},
      {"3 factors", {{3}, 3, 0, 8}, 1, 1},
      {"1 and 2 factors", {{1, 2}, 2, 0, 8}, 0.89, 0.87},
      {"two of 2 factors, strength 3", {{2, 2}, 3, 0, 8}, 0.94, 0.91},
      {"1 factor, 2 % noise", {{1}, 2, 0.02, 8}, 0.94, 0.97},
      {"2 factors, 2 % noise", {{2}, 2, 0.02, 8}, 0.9, 0.93},
      {"2 factors, strength 3, 2 % noise", {{2}, 3, 0.02, 8}, 0.98, 0.98},
      {"3 factors, 2 % noise", {{3}, 3, 0.02, 8}, 0.93, 0.94},
      {"2 factors, strength 3, 5 % noise", {{2}, 3, 0.05, 8}, 0.87, 0.96},
      {"2 factors, no more cells", {{2}, 2, 0, 0}, 0.68, 0.68},
      {"3 factors, no more cells", {{3}, 3, 0, 0}, 0.9, 0.88},
  };
  return rows;
}

}  // namespace gridlock::matrix::causes::testing
