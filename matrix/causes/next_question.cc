#include <algorithm>
#include <cmath>

#include "matrix/causes/causes.h"
#include "matrix/causes/cover.h"

namespace gridlock::matrix::causes {
namespace {

// A cell is worth training if its less likely result has at least this probability.
constexpr double kLeastInformative = 0.015;
// A cell is good enough if it has at least this share of the best cell's probability. The smallest
// such cell is chosen, because it is the cheapest.
constexpr double kNearlyBest = 0.9;

double weight_of(const Hypothesis& hypothesis, const std::vector<Hypothesis>& all) {
  return std::exp(hypothesis.score - all.front().score);
}

// Returns for each of `size` cells the probability of its less likely result, failure or pass.
// `cells_of` returns the cells for which a hypothesis holds. `no_cause` is the weight of the
// hypothesis that all failures are chance.
template <typename CellsOf>
std::vector<double> information(const std::vector<Hypothesis>& hypotheses, double no_cause,
                                std::size_t size, const CellsOf& cells_of) {
  std::vector<double> fails(size, 0);
  double sum = no_cause;
  for (const Hypothesis& hypothesis : hypotheses) {
    const double weight = weight_of(hypothesis, hypotheses);
    const Bits cells = cells_of(hypothesis);
    for (std::size_t i = 0; i < size; ++i) fails[i] += cells.test(i) ? weight : 0;
    sum += weight;
  }
  for (double& chance : fails) chance = std::min(chance, sum - chance) / sum;
  return fails;
}

// The best cell of a list, or -1 if none is worth a run.
struct NextRun {
  std::ptrdiff_t cell = -1;
  double information = 0;
};

template <typename CellOf>
NextRun best_of(const std::vector<double>& information, const CellOf& cell_of) {
  const double best = information.empty() ? 0 : *std::ranges::max_element(information);
  if (best < kLeastInformative) return {};
  std::ptrdiff_t chosen = -1;
  const auto key = [&](std::size_t i) { return std::pair(size_of(cell_of(i)), cell_of(i).id); };
  for (std::size_t i = 0; i < information.size(); ++i) {
    if (information[i] < kNearlyBest * best) continue;
    if (chosen < 0 || key(i) < key(static_cast<std::size_t>(chosen)))
      chosen = static_cast<std::ptrdiff_t>(i);
  }
  return {chosen, best};
}

// Sets the information of these cells to 0.
void clear(const Bits& cells, std::vector<double>& information) {
  for (std::size_t i = 0; i < information.size(); ++i)
    information[i] = cells.test(i) ? 0 : information[i];
}

// Returns whether one more run may show that the cell's result is chance.
bool is_open_to_doubt(const Observation& observation) {
  return observation.can_run_again && std::max(observation.failures, observation.passes) == 1;
}

// Returns the smallest of these observations that is open to doubt, or -1.
std::ptrdiff_t smallest_single(const std::vector<Observation>& observations, const Bits& rows) {
  std::vector<double> wanted(observations.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i] = rows.test(i) && is_open_to_doubt(observations[i]) ? 1 : 0;
  return best_of(wanted, [&](std::size_t i) -> const Cell& { return observations[i].cell; }).cell;
}

std::ptrdiff_t contradiction(const std::vector<Observation>& observations, const Table& table,
                             const Cover& cover) {
  for (const CoveringCause& cause : cover.causes) {
    if (table.intermittent.count_with(cause.finished) > 0) continue;  // passes are expected
    const std::ptrdiff_t row = smallest_single(observations, both(table.passed, cause.finished));
    if (row >= 0) return row;
  }
  return -1;
}

// Chooses the cell that best distinguishes between hypotheses.
class Chooser {
 public:
  Chooser(const std::vector<Observation>& observations, const std::vector<Cell>& open,
          const Table& table, const Cover& cover)
      : observations_(observations), open_(open), table_(table), cover_(cover) {}

  Question choose() const {
    for (std::size_t cause = 0; cause < cover_.causes.size(); ++cause) {
      const Question question = choose_for(cause, with_narrower(cause));
      if (question) return question;
    }
    if (cover_.unexplained.count() == 0) return {};
    const std::size_t none = cover_.causes.size();
    return choose_for(none, find_hypotheses(table_, cover_.unexplained, left(table_.passed, none)));
  }

 private:
  Bits left(const Bits& rows, std::size_t except) const {
    return left_by(cover_.causes, rows, except);
  }

  // Returns the hypotheses of a cause, and the first of them with one more condition.
  std::vector<Hypothesis> with_narrower(std::size_t cause) const {
    std::vector<Hypothesis> all = cover_.causes[cause].hypotheses;
    const auto narrower =
        narrowed(table_, all.front(), left(table_.failed, cause), left(table_.passed, cause));
    all.insert(all.end(), narrower.begin(), narrower.end());
    return all;
  }

  Question choose_for(std::size_t cause, const std::vector<Hypothesis>& hypotheses) const {
    if (hypotheses.empty()) return {};
    const NextRun open = best_open(cause, hypotheses);
    const NextRun again = best_again(cause, hypotheses);
    if (again.information > open.information) return {.again = again.cell};
    return {.open = open.cell};
  }

  // Failures that are all chance have a score of 0. A cell that failed twice excludes this.
  double no_cause(const std::vector<Hypothesis>& hypotheses) const {
    const Bits finished = finished_with(table_, hypotheses.front());
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      if (finished.test(i) && observations_[i].failures > 1) return 0;
    }
    return std::exp(-hypotheses.front().score);
  }

  // A failure of a cell for which another known cause holds would be ascribed to that cause.
  NextRun best_open(std::size_t cause, const std::vector<Hypothesis>& hypotheses) const {
    auto gains = information(hypotheses, no_cause(hypotheses), open_.size(),
                             [&](const Hypothesis& it) { return open_with(table_, it); });
    for (std::size_t i = 0; i < cover_.causes.size(); ++i) {
      if (i != cause) clear(open_with(table_, cover_.causes[i].hypotheses.front()), gains);
    }
    return best_of(gains, [&](std::size_t i) -> const Cell& { return open_[i]; });
  }

  NextRun best_again(std::size_t cause, const std::vector<Hypothesis>& hypotheses) const {
    auto gains = information(hypotheses, no_cause(hypotheses), observations_.size(),
                             [&](const Hypothesis& it) { return finished_with(table_, it); });
    for (std::size_t i = 0; i < cover_.causes.size(); ++i) {
      if (i != cause) clear(cover_.causes[i].finished, gains);
    }
    for (std::size_t i = 0; i < gains.size(); ++i)
      gains[i] *= is_open_to_doubt(observations_[i]) ? 1 : 0;
    return best_of(gains, [&](std::size_t i) -> const Cell& { return observations_[i].cell; });
  }

  const std::vector<Observation>& observations_;
  const std::vector<Cell>& open_;
  const Table& table_;
  const Cover& cover_;
};

}  // namespace

Question next_question(const std::vector<Observation>& observations,
                       const std::vector<Cell>& open) {
  const Table table(observations, open);
  const Cover cover = find_cover(table);
  Question question{.again = contradiction(observations, table, cover)};
  if (question) return question;
  question = Chooser(observations, open, table, cover).choose();
  if (!question) question.again = smallest_single(observations, cover.unexplained);
  return question;
}

}  // namespace gridlock::matrix::causes
