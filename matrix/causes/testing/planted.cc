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

constexpr std::size_t kVerdicts = 3;

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
    do {
      make_axes();
      make_rows();
    } while (!plant());
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
      const Question question = next_question(observations_, open);
      if (!question) break;
      if (question.again >= 0) run_again(observations_[static_cast<std::size_t>(question.again)]);
      if (question.open >= 0) learn(open[static_cast<std::size_t>(question.open)]);
      ++outcome.trained;
    }
    explanation = explain(observations_);
    judge(explanation, outcome);
    return outcome;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool chance(double share) { return static_cast<double>(random_() % 10000) < share * 10000; }

  void make_axes() {
    axes_.clear();
    const bool many = planting_.strength == 2 || planting_.lengths.front() > 3;
    const std::size_t count = many ? 8 + below(5) : 6 + below(3);
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
    rows_.clear();
    covering::Problem problem;
    for (const MadeUpAxis& axis : axes_) {
      problem.levels.push_back(static_cast<int>(axis.values.size()));
    }
    problem.strength = planting_.strength;
    problem.seed = planting_.seed;
    forbidden_ = planting_.constrained ? draw(2) : Conjunction{};
    for (const covering::Row& row : covering_rows(problem)) {
      Cell cell = cell_of(row);
      if (!is_forbidden(cell)) rows_.push_back(std::move(cell));
    }
  }

  bool is_forbidden(const Cell& cell) const {
    return !forbidden_.empty() && holds(forbidden_, cell);
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
    if (planting_.shared && !planted_.empty()) share(conjunction);
    return conjunction;
  }

  // Replaces a condition by one of the first cause.
  void share(Conjunction& conjunction) const {
    const Condition& shared = planted_.front().front();
    const auto same = std::ranges::find(conjunction, shared.axis, &Condition::axis);
    (same == conjunction.end() ? conjunction.front() : *same) = shared;
  }

  // Returns the number of rows that fail because of this cause alone.
  std::size_t rows_with(const Conjunction& conjunction) const {
    return static_cast<std::size_t>(std::ranges::count_if(rows_, [&](const Cell& row) {
      return holds(conjunction, row) && !is_planted_in(row, planted_.size());
    }));
  }

  // Returns whether a planted cause holds for the cell. Ignores the cause at index `except`.
  bool is_planted_in(const Cell& cell, std::size_t except) const {
    for (std::size_t i = 0; i < planted_.size(); ++i) {
      if (i != except && holds(planted_[i], cell)) return true;
    }
    return false;
  }

  // Plants causes that each have rows of their own: at least two, and one for each condition.
  // Returns false if the table has no place for them.
  bool plant() {
    planted_.clear();
    verdicts_.clear();
    for (const std::size_t length : planting_.lengths) {
      if (!plant(length)) return false;
    }
    return true;
  }

  bool plant(std::size_t length) {
    for (int tries = 0; tries < 1000; ++tries) {
      Conjunction conjunction = draw(length);
      const std::size_t rows = rows_with(conjunction);
      if (rows < std::max<std::size_t>(2, length) || 3 * rows > rows_.size()) continue;
      if (!earlier_keep_rows(conjunction)) continue;
      planted_.push_back(std::move(conjunction));
      verdicts_.push_back(below(kVerdicts));
      return true;
    }
    return false;
  }

  bool earlier_keep_rows(const Conjunction& added) const {
    for (std::size_t i = 0; i < planted_.size(); ++i) {
      const auto own = std::ranges::count_if(rows_, [&](const Cell& row) {
        return holds(planted_[i], row) && !holds(added, row) && !is_planted_in(row, i);
      });
      if (own < 2) return false;
    }
    return true;
  }

  void learn(const Cell& cell) {
    observations_.push_back({.cell = cell});
    run_again(observations_.back());
  }

  void run_again(Observation& observation) {
    const auto cause = std::ranges::find_if(
        planted_, [&](const Conjunction& planted) { return holds(planted, observation.cell); });
    if ((cause != planted_.end()) == chance(planting_.noise)) {
      ++observation.passes;
    } else if (observation.failures++ == 0) {
      describe(observation, cause - planted_.begin());
    }
  }

  // Gives a failure its verdict. The failures of each cause look alike, apart from one cause in
  // three, which shows as a crash in some cells and as a deadlock in others.
  void describe(Observation& observation, std::ptrdiff_t cause) {
    if (!planting_.kinds) return;
    const auto number = static_cast<std::size_t>(cause);
    const bool by_chance = number == planted_.size();
    const std::size_t verdict = by_chance ? below(kVerdicts) : verdicts_[number];
    const bool other = !by_chance && verdict == 0 && chance(0.5);
    observation.verdict = "verdict" + std::to_string(other ? kVerdicts - 1 : verdict);
    observation.signature = std::to_string(below(2)) + " of " + std::to_string(cause);
  }

  // Returns cells that each differ from a failing row in one axis, or in about a third of the axes.
  std::vector<Cell> neighbors() {
    std::set<std::string> seen;
    for (const Observation& observation : observations_) seen.insert(observation.cell.id);
    std::vector<Cell> cells;
    for (const Observation& observation : observations_) {
      if (!observation.failed() || cells.size() > 400) continue;
      for (int i = 0; i < 150; ++i) {
        Cell cell{"made_up", observation.cell.values, "made_up/"};
        const std::size_t single = below(axes_.size());
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
          const auto& values = axes_[axis].values;
          const bool changes = i < 40 ? axis == single : below(3) == 0;
          if (changes) cell.values[axis].second = values[below(values.size())];
          cell.id += "." + to_string(cell.values[axis].second);
        }
        if (!is_forbidden(cell) && seen.insert(cell.id).second) cells.push_back(std::move(cell));
      }
    }
    return cells;
  }

  void judge(const Explanation& explanation, Outcome& outcome) {
    std::vector<Conjunction> found;
    for (const Cause& cause : explanation.causes) found.push_back(cause.conjunction);
    outcome.found = found.size();
    if (found.size() <= planted_.size() && are_equal_together(found)) {
      outcome.right = found.size();
      outcome.recovered = planted_.size();
      return;
    }
    for (std::size_t i = 0; i < planted_.size(); ++i) {
      const bool is_found = std::ranges::any_of(found, [&](const Conjunction& cause) {
        return implies(cause, planted_[i], i) && implies(planted_[i], cause, i);
      });
      outcome.right += is_found ? 1 : 0;
    }
    outcome.recovered = outcome.right;
  }

  // Returns whether the causes together hold for the same cells as those planted. Some planted
  // causes can be written in different ways: "a & b" and "a & !b" are "a".
  bool are_equal_together(const std::vector<Conjunction>& found) {
    const auto any = [&](const std::vector<Conjunction>& causes, const Cell& cell) {
      return is_forbidden(cell) ||
             std::ranges::any_of(causes, [&](const auto& cause) { return holds(cause, cell); });
    };
    for (int i = 0; i < 300; ++i) {
      for (const auto& cause : found) {
        if (!any(planted_, random_cell(cause))) return false;
      }
      for (const auto& cause : planted_) {
        if (!any(found, random_cell(cause))) return false;
      }
    }
    return true;
  }

  // Returns whether `then` holds for the cells for which `when` holds. Compares random cells. Cells
  // that fail because of another planted cause do not count: with the causes "a" and "!a & b", the
  // same cells fail as with "a" and "b".
  bool implies(const Conjunction& when, const Conjunction& then, std::size_t planted) {
    for (int i = 0; i < 300; ++i) {
      const Cell cell = random_cell(when);
      if (is_forbidden(cell)) continue;
      if (!is_planted_in(cell, planted) && !holds(then, cell)) return false;
    }
    return true;
  }

  Cell random_cell(const Conjunction& conjunction) {
    Cell cell{"made_up", {}, ""};
    for (const MadeUpAxis& axis : axes_) {
      std::vector<Value> values = axis.values;
      for (const Condition& condition : conjunction) {
        if (condition.axis != axis.name) continue;
        std::erase_if(values, [&](const Value& value) { return !condition.holds(&value); });
      }
      cell.values.emplace_back(axis.name, values[below(values.size())]);
    }
    return cell;
  }

  const Planting& planting_;
  std::mt19937_64 random_;
  std::vector<MadeUpAxis> axes_;
  std::vector<Cell> rows_;
  Conjunction forbidden_;  // holds for cells that a constraint leaves out
  std::vector<Conjunction> planted_;
  std::vector<std::size_t> verdicts_;  // of the planted causes
  std::vector<Observation> observations_;
};

}  // namespace

Outcome plant_and_find(const Planting& planting) {
  return PlantedTable(planting).find();
}

Rates rates_of(Planting planting, int tables) {
  std::size_t planted = 0, found = 0, right = 0, recovered = 0;
  std::vector<double> times;
  Rates rates;
  for (int i = 1; i <= tables; ++i) {
    planting.seed = static_cast<std::uint64_t>(i);
    const Outcome outcome = plant_and_find(planting);
    planted += outcome.planted;
    found += outcome.found;
    right += outcome.right;
    recovered += outcome.recovered;
    rates.trained += outcome.trained;
    rates.rows += static_cast<double>(outcome.rows);
    times.push_back(outcome.milliseconds);
  }
  std::ranges::sort(times);
  rates.precision = found == 0 ? 1 : static_cast<double>(right) / static_cast<double>(found);
  rates.recall = static_cast<double>(recovered) / static_cast<double>(planted);
  rates.trained /= tables;
  rates.rows /= tables;
  rates.milliseconds_p50 = times[times.size() / 2];
  rates.milliseconds_max = times.back();
  return rates;
}

const std::vector<PlantingRow>& planting_rows() {
  static const std::vector<PlantingRow> rows = {
      {"1 factor", {.lengths = {1}}, 1, 1},
      {"2 factors", {.lengths = {2}}, 1, 1},
      {"3 factors", {.lengths = {3}, .strength = 3}, 1, 1},
      {"4 factors", {.lengths = {4}, .strength = 3}, 0.97, 0.97},
      {"5 factors", {.lengths = {5}, .strength = 3}, 0.97, 0.97},
      {"6 factors", {.lengths = {6}, .strength = 3}, 0.97, 0.97},
      {"1 and 2 factors", {.lengths = {1, 2}}, 0.97, 0.97},
      {"1 and 2 factors, kinds", {.lengths = {1, 2}, .kinds = true}, 0.97, 0.97},
      {"two of 2 factors", {.lengths = {2, 2}, .strength = 3}, 0.97, 0.97},
      {"two of 2 factors, kinds", {.lengths = {2, 2}, .strength = 3, .kinds = true}, 0.97, 0.97},
      {"two that share one of 2 factors",
       {.lengths = {2, 2}, .strength = 3, .shared = true, .kinds = true},
       0.97,
       0.97},
      {"two of 3 factors, kinds", {.lengths = {3, 3}, .strength = 3, .kinds = true}, 0.97, 0.97},
      {"2 factors, constraints", {.lengths = {2}, .strength = 3, .constrained = true}, 0.97, 0.97},
      {"3 and 2 factors, constraints, kinds",
       {.lengths = {3, 2}, .strength = 3, .constrained = true, .kinds = true},
       0.97,
       0.97},
      {"2 factors, 2 % noise", {.lengths = {2}, .strength = 3, .noise = 0.02}, 0.97, 0.97},
      {"3 factors, 2 % noise", {.lengths = {3}, .strength = 3, .noise = 0.02}, 0.95, 0.97},
      {"two of 2 factors, kinds, 2 % noise",
       {.lengths = {2, 2}, .strength = 3, .noise = 0.02, .kinds = true},
       0.97,
       0.97},
      {"2 factors, 5 % noise", {.lengths = {2}, .strength = 3, .noise = 0.05}, 0.93, 0.97},
      {"1 factor, 2 % noise, few rows", {.lengths = {1}, .noise = 0.02}, 0.97, 0.97},
      {"2 factors, 2 % noise, few rows", {.lengths = {2}, .noise = 0.02}, 0.91, 0.93},
      {"2 factors, no more cells", {.lengths = {2}, .more_cells = 0}, 0.68, 0.68},
      {"3 factors, no more cells", {.lengths = {3}, .strength = 3, .more_cells = 0}, 0.93, 0.93},
  };
  return rows;
}

}  // namespace gridlock::matrix::causes::testing
