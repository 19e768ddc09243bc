#include "matrix/covering/starter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "matrix/covering/random.h"

namespace gridlock::matrix::covering {

namespace {

constexpr int kMostFixed = 3;
constexpr std::uint64_t kSeed = 44;  // finds 20 columns of 10 levels in few steps
constexpr int kRestarts = 6;
constexpr int kSteps = 1'000'000;      // number of steps per restart
constexpr double kAcceptance = 0.025;  // probability of accepting a change that loses one pair

class StarterSearch {
 public:
  StarterSearch(int columns, int levels, int fixed)
      : columns_(columns),
        levels_(levels),
        group_(levels - fixed),
        kinds_(group_ + 2 * fixed + 1),
        kind_(levels * levels),
        count_((columns / 2 + 1) * kinds_),
        entries_(columns) {
    for (int a = 0; a < levels; ++a)
      for (int b = 0; b < levels; ++b) kind_[a * levels + b] = kind_of(a, b);
    accept_[0] = 1;
    for (std::size_t i = 1; i < accept_.size(); ++i) accept_[i] = kAcceptance * accept_[i - 1];
  }

  // Returns the starter, or an empty row if the search finds none.
  Row find() {
    for (int restart = 0; restart < kRestarts; ++restart) {
      begin();
      for (int step = 0; step < kSteps && missing_ > 0; ++step) change_one();
      if (missing_ == 0) return entries_;
    }
    return {};
  }

 private:
  // Returns the kind of a pair of entries: the difference of two integers, a fixed value before or
  // after an integer, or two fixed values (kinds_ - 1).
  int kind_of(int a, int b) const {
    if (a < group_ && b < group_) return (b - a + group_) % group_;
    if (a >= group_ && b >= group_) return kinds_ - 1;
    return a >= group_ ? a : levels_ + b - group_;
  }

  void begin() {
    std::fill(count_.begin(), count_.end(), 0);
    for (int& entry : entries_) entry = random_.below(levels_);
    missing_ = columns_ / 2 * (kinds_ - 1);
    for (int d = 1; d <= columns_ / 2; ++d) {
      count_[d * kinds_ + kinds_ - 1] = 1;  // a pair of two fixed values is never missing
      for (int i = 0; i < columns_; ++i) add(d, entries_[i], entries_[(i + d) % columns_]);
    }
  }

  void add(int distance, int a, int b) {
    if (count_[distance * kinds_ + kind_[a * levels_ + b]]++ == 0) --missing_;
  }

  void remove(int distance, int a, int b) {
    if (--count_[distance * kinds_ + kind_[a * levels_ + b]] == 0) ++missing_;
  }

  void set(int i, int value) {
    const int old = entries_[i];
    int before = i;
    int after = i;
    for (int d = 1; d <= columns_ / 2; ++d) {
      before = (before == 0 ? columns_ : before) - 1;
      after = after + 1 == columns_ ? 0 : after + 1;
      remove(d, old, entries_[after]);
      add(d, value, entries_[after]);
      remove(d, entries_[before], old);
      add(d, entries_[before], value);
    }
    entries_[i] = value;
  }

  void change_one() {
    const int i = random_.below(columns_);
    const int old = entries_[i];
    const int value = random_.below(levels_);
    if (value == old) return;
    const int before = missing_;
    set(i, value);
    const int worse = std::min(missing_ - before, 63);
    if (worse > 0 && random_.unit() > accept_[worse]) set(i, old);
  }

  int columns_;
  int levels_;
  int group_;
  int kinds_;
  Random random_{kSeed};
  std::vector<int> kind_;            // by two entries: the kind of their pair
  std::vector<int> count_;           // by distance and kind: the count of pairs
  std::array<double, 64> accept_{};  // by number of pairs lost: probability of accepting the change
  Row entries_;
  int missing_ = 0;
};

std::vector<Row> develop(const Row& starter, int group) {
  std::vector<Row> rows;
  const std::size_t columns = starter.size();
  for (std::size_t shift = 0; shift < columns; ++shift)
    for (int added = 0; added < group; ++added) {
      Row row(columns);
      for (std::size_t c = 0; c < columns; ++c) {
        const int entry = starter[(c + shift) % columns];
        row[c] = entry < group ? (entry + added) % group : entry;
      }
      rows.push_back(std::move(row));
    }
  return rows;
}

// Returns rows that contain the pairs of fixed values. The fixed values are the values from `group`
// on.
std::vector<Row> fixed_rows(int columns, int fixed, int group) {
  Problem problem;
  problem.levels.assign(columns, fixed);
  auto rows = generate(problem).rows;
  for (Row& row : rows)
    for (int& value : row) value += group;
  return rows;
}

}  // namespace

std::vector<Row> cyclic_array(int columns, int levels, std::size_t limit) {
  for (int fixed = kMostFixed; fixed >= 1; --fixed) {
    const int group = levels - fixed;
    // The kinds of pairs that must occur at each distance. The search is tried only if they are at
    // most two thirds of the pairs.
    const int needed = group + 2 * fixed;
    const auto least = static_cast<std::size_t>(columns * group + fixed * fixed);
    if (group < 2 || 3 * needed > 2 * columns || least >= limit) continue;
    const Row starter = StarterSearch(columns, levels, fixed).find();
    if (starter.empty()) continue;
    auto rows = develop(starter, group);
    const auto rest = fixed_rows(columns, fixed, group);
    rows.insert(rows.end(), rest.begin(), rest.end());
    if (rows.size() < limit) return rows;
  }
  return {};
}

}  // namespace gridlock::matrix::covering
