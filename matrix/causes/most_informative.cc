#include <algorithm>
#include <cmath>

#include "matrix/causes/causes.h"
#include "matrix/causes/cover.h"

namespace gridlock::matrix::causes {
namespace {

// A cell is worth training if its less likely result has at least this probability.
constexpr double kLeastInformative = 0.03;
// A cell is good enough if it has at least this share of the best cell's probability. The smallest
// such cell is chosen, because it is the cheapest.
constexpr double kNearlyBest = 0.9;

// Returns, for each open cell, the probability of its less likely result: failure or pass.
std::vector<double> information(const Table& table, const std::vector<Hypothesis>& hypotheses) {
  std::vector<double> fails(table.open_cells, 0);
  double sum = 0;
  for (const Hypothesis& hypothesis : hypotheses) {
    const double weight = std::exp(hypothesis.score - hypotheses.front().score);
    const Bits cells = open_with(table, hypothesis);
    for (std::size_t i = 0; i < fails.size(); ++i) fails[i] += cells.test(i) ? weight : 0;
    sum += weight;
  }
  for (double& chance : fails) chance = std::min(chance, sum - chance) / sum;
  return fails;
}

std::ptrdiff_t best_of(const std::vector<double>& information, const std::vector<Cell>& open) {
  const double best = information.empty() ? 0 : *std::ranges::max_element(information);
  if (best < kLeastInformative) return -1;
  std::ptrdiff_t chosen = -1;
  for (std::size_t i = 0; i < information.size(); ++i) {
    if (information[i] < kNearlyBest * best) continue;
    const auto key = [&](std::size_t cell) {
      return std::pair(size_of(open[cell]), open[cell].id);
    };
    if (chosen < 0 || key(i) < key(static_cast<std::size_t>(chosen))) {
      chosen = static_cast<std::ptrdiff_t>(i);
    }
  }
  return chosen;
}

// Sets the information of cells for which another known cause holds to 0. A failure of such a cell
// would be ascribed to that cause and would not help to find the cause `except`.
void clear_explained(const Table& table, const Cover& cover, std::size_t except,
                     std::vector<double>& information) {
  for (std::size_t cause = 0; cause < cover.causes.size(); ++cause) {
    if (cause == except) continue;
    const Bits known = open_with(table, cover.causes[cause].hypotheses.front());
    for (std::size_t i = 0; i < information.size(); ++i)
      information[i] = known.test(i) ? 0 : information[i];
  }
}

}  // namespace

std::ptrdiff_t most_informative(const std::vector<Observation>& observations,
                                const std::vector<Cell>& open) {
  const Table table(observations, open);
  const Cover cover = find_cover(table);
  const auto best_for = [&](std::size_t cause, const std::vector<Hypothesis>& hypotheses) {
    if (hypotheses.empty()) return std::ptrdiff_t{-1};
    auto gains = information(table, hypotheses);
    clear_explained(table, cover, cause, gains);
    return best_of(gains, open);
  };
  for (std::size_t cause = 0; cause < cover.causes.size(); ++cause) {
    const std::ptrdiff_t cell = best_for(cause, cover.causes[cause].hypotheses);
    if (cell >= 0) return cell;
  }
  if (cover.unexplained.count() == 0) return -1;
  Bits passed = table.passed;
  for (const CoveringCause& cause : cover.causes) passed.subtract(cause.finished);
  return best_for(cover.causes.size(), find_hypotheses(table, cover.unexplained, passed));
}

}  // namespace gridlock::matrix::causes
