#include "matrix/causes/neighbors.h"

#include <algorithm>
#include <random>

#include "matrix/causes/causes.h"
#include "matrix/references.h"
#include "matrix/space.h"

namespace gridlock::matrix::causes {
namespace {

constexpr std::size_t kMostFailures = 12;  // failing cells to use, the smallest first
constexpr int kMixtures = 150;             // tries per failing cell that change several axes

class Neighbors {
 public:
  Neighbors(const Matrix& matrix, const Machine& machine,
            const std::vector<Observation>& observations)
      : space_(make_space(matrix, machine)), machine_(machine) {
    for (const Observation& observation : observations) seen_.insert(observation.cell.id);
  }

  void add_of(const Cell& cell) {
    for (const Factor& factor : space_.factors) {
      for (const Level& level : factor.levels) {
        if (usable(level)) consider(cell, {{factor.axis, *level.value}});
      }
    }
    for (int i = 0; i < kMixtures; ++i) consider(cell, mixture());
  }

  std::vector<Cell> take() { return std::move(cells_); }

 private:
  static bool usable(const Level& level) {
    return level.value && level.skip.empty() && !level.rare;
  }

  std::size_t below(std::size_t bound) { return random_() % bound; }

  Choice mixture() {
    Choice changes;
    for (const Factor& factor : space_.factors) {
      const Level& level = factor.levels[below(factor.levels.size())];
      if (below(3) == 0 && usable(level)) changes[factor.axis] = *level.value;
    }
    return changes;
  }

  // Considers `cell` with these changes. Axes that do not apply after the changes are left out.
  void consider(const Cell& cell, const Choice& changes) {
    Cell other = changed(space_, cell, changes);
    if (!allowed(other) || !seen_.insert(other.id).second) return;
    cells_.push_back(std::move(other));
  }

  bool allowed(const Cell& cell) const {
    const covering::Row row = space_.row(cell);
    if (std::ranges::find(row, -1) != row.end()) return false;
    const bool forbidden = std::ranges::any_of(space_.rules, [&](const Rule& rule) {
      return std::ranges::all_of(rule.forbidden, [&](const covering::Literal& literal) {
        return row[static_cast<std::size_t>(literal.factor)] == literal.value;
      });
    });
    return !forbidden && skip_reason(space_, cell, machine_).empty();
  }

  Space space_;
  Machine machine_;
  std::mt19937 random_{1};
  std::set<std::string> seen_;
  std::vector<Cell> cells_;
};

}  // namespace

std::vector<Cell> neighbors_of_failures(const Matrix& matrix, const Machine& machine,
                                        const std::vector<Observation>& observations) {
  std::vector<const Cell*> failures;
  for (const Observation& observation : observations) {
    if (observation.failed()) failures.push_back(&observation.cell);
  }
  std::ranges::stable_sort(failures, {}, [](const Cell* cell) { return size_of(*cell); });
  if (failures.size() > kMostFailures) failures.resize(kMostFailures);
  Neighbors neighbors(matrix, machine, observations);
  for (const Cell* cell : failures) neighbors.add_of(*cell);
  return neighbors.take();
}

}  // namespace gridlock::matrix::causes
