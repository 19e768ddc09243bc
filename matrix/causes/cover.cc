#include "matrix/causes/cover.h"

namespace gridlock::matrix::causes {
namespace {

constexpr int kRounds = 3;

class CoverSearch {
 public:
  explicit CoverSearch(const Table& table) : table_(table) {}

  Cover find() {
    while (add()) {
    }
    for (int round = 0; round < kRounds && revise(); ++round) {
    }
    return {causes_, left(table_.failed, causes_.size())};
  }

 private:
  // Returns `cells` without the cells for which a cause holds. Ignores the cause at index `except`.
  Bits left(Bits cells, std::size_t except) const {
    for (std::size_t i = 0; i < causes_.size(); ++i) {
      if (i != except) cells.subtract(causes_[i].finished);
    }
    return cells;
  }

  // Returns hypotheses for the failures that no cause explains if the cause at index `except` is
  // ignored.
  std::vector<Hypothesis> hypotheses(std::size_t except) const {
    const Bits failures = left(table_.failed, except);
    if (failures.count() == 0) return {};
    return find_hypotheses(table_, failures, left(table_.passed, except));
  }

  bool add() {
    auto found = hypotheses(causes_.size());
    if (found.empty() || found.front().score <= 0) return false;
    const Bits finished = finished_with(table_, found.front());
    causes_.push_back({std::move(found), finished});
    return true;
  }

  bool revise() {
    bool changed = false;
    for (std::size_t i = 0; i < causes_.size();) {
      auto found = hypotheses(i);
      if (found.empty() || found.front().score <= 0) {
        causes_.erase(causes_.begin() + static_cast<std::ptrdiff_t>(i));
        changed = true;
        continue;
      }
      const Bits finished = finished_with(table_, found.front());
      changed |= finished != causes_[i].finished;
      causes_[i] = {std::move(found), finished};
      ++i;
    }
    while (add()) changed = true;
    return changed;
  }

  const Table& table_;
  std::vector<CoveringCause> causes_;
};

}  // namespace

Cover find_cover(const Table& table) {
  return CoverSearch(table).find();
}

}  // namespace gridlock::matrix::causes
