#include "golden/numeric_divergence.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <utility>

namespace gridlock::golden {
namespace {

constexpr std::size_t kElementsShown = 5;
constexpr std::size_t kMostRows = 16, kMostColumns = 64;
constexpr std::size_t kFewestTrainings = 3;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Returns |left - right|, or infinity if either is NaN or infinite, because NaN agrees with
// nothing.
double gap(double left, double right) {
  if (left == right) return 0;
  const double difference = std::abs(left - right);
  return std::isnan(difference) ? kInfinity : difference;
}

bool have_other_bits(double left, double right) {
  return std::bit_cast<std::uint64_t>(left) != std::bit_cast<std::uint64_t>(right) ||
         std::isnan(left);
}

Size size_of(const std::vector<double>& numbers) {
  Size size;
  for (const double number : numbers) {
    size.rms += number * number;
    size.largest = std::max(size.largest, std::abs(number));
  }
  size.rms = numbers.empty() ? 0 : std::sqrt(size.rms / static_cast<double>(numbers.size()));
  return size;
}

// Returns half a unit in the last place, relative to the number.
double unit_roundoff(const std::string& dtype) {
  if (dtype == "float64") return 0x1p-53;
  if (dtype == "float32") return 0x1p-24;
  if (dtype == "float16") return 0x1p-11;
  if (dtype == "bfloat16") return 0x1p-8;
  return 0;  // integers
}

// Returns how large a difference the movements in training runs with random rounding explain. Each
// run counts as one degree of freedom, however many elements the tensor has, because elements may
// move together. The distances start at a run without random rounding, so no degree is lost to a
// mean.
Size explained_by(const std::vector<Moved>& trainings, std::uint64_t elements, ComparedWith right) {
  if (trainings.size() < kFewestTrainings) return {};
  double squares = 0, largest = 0;
  for (const Moved& moved : trainings) {
    squares += moved.squares;
    largest += moved.largest * moved.largest;
  }
  if (!std::isfinite(squares)) return {};
  const auto count = static_cast<double>(trainings.size());
  const auto numbers = count * static_cast<double>(std::max<std::uint64_t>(elements, 1));
  const double times = allowed_deviations(trainings.size(), right);
  return {times * std::sqrt(squares / numbers), times * std::sqrt(largest / count)};
}

Size larger(const Size& a, const Size& b) {
  return {std::max(a.rms, b.rms), std::max(a.largest, b.largest)};
}

std::vector<std::uint64_t> index_of(std::uint64_t element,
                                    const std::vector<std::uint64_t>& sizes) {
  std::vector<std::uint64_t> index(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0; element /= sizes[d]) index[d] = element % sizes[d];
  return index;
}

// The differences of two tensors of the same sizes, element by element.
class Differences {
 public:
  Differences(const TracedTensor& left, const TracedTensor& right) : left_(left), right_(right) {
    for (std::size_t i = 0; i < left.values.size(); ++i)
      gaps_.push_back(gap(left.values[i], right.values[i]));
  }

  // Treats these elements as equal from now on.
  void leave_out(const std::vector<bool>& elements) {
    for (std::size_t i = 0; i < std::min(elements.size(), gaps_.size()); ++i)
      if (elements[i] && std::isfinite(gaps_[i])) gaps_[i] = 0;
  }

  TensorDifference summary(const TensorKey& key) const {
    TensorDifference all{.key = key,
                         .left_dtype = left_.dtype,
                         .right_dtype = right_.dtype,
                         .sizes = right_.sizes,
                         .difference = size_of(gaps_),
                         .right = size_of(right_.values),
                         .elements = gaps_.size()};
    for (std::size_t i = 0; i < gaps_.size(); ++i)
      if (have_other_bits(left_.values[i], right_.values[i])) ++all.differing;
    return all;
  }

  // Adds the details that are reported only for the tensor that diverges.
  void add_details(TensorDifference& all) const {
    for (std::size_t i = 0; i < gaps_.size(); ++i) {
      if (!is_unexplained(i, all)) continue;
      ++all.unexplained;
      count_holders(left_, i, all.left_ranks);
      count_holders(right_, i, all.right_ranks);
    }
    all.largest = largest();
    all.map = map();
  }

 private:
  static void count_holders(const TracedTensor& tensor, std::size_t i,
                            std::map<int, std::uint64_t>& counts) {
    const std::int16_t group = tensor.holders[i];
    if (group < 0) return;
    for (const int rank : tensor.groups[static_cast<std::size_t>(group)]) ++counts[rank];
  }

  bool is_unexplained(std::size_t i, const TensorDifference& all) const {
    if (all.other_dtype) return true;
    return all.explained.largest > 0 ? gaps_[i] > all.explained.largest
                                     : have_other_bits(left_.values[i], right_.values[i]);
  }

  std::vector<Element> largest() const {
    std::vector<std::size_t> order(gaps_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t shown = std::min(kElementsShown, order.size());
    // Breaks ties by index, so that the result is the same each time.
    const auto larger = [&](std::size_t a, std::size_t b) {
      return gaps_[a] != gaps_[b] ? gaps_[a] > gaps_[b] : a < b;
    };
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(shown), larger);
    std::vector<Element> elements;
    for (std::size_t k = 0; k < shown && gaps_[order[k]] > 0; ++k) {
      const std::size_t i = order[k];
      elements.push_back({index_of(i, right_.sizes), left_.values[i], right_.values[i]});
    }
    return elements;
  }

  DifferenceMap map() const {
    DifferenceMap map;
    map.width = right_.sizes.empty() ? 1 : right_.sizes.back();
    if (gaps_.empty()) return map;
    map.height = gaps_.size() / map.width;
    map.rows = std::min<std::size_t>(map.height, kMostRows);
    map.columns = std::min<std::size_t>(map.width, kMostColumns);
    map.largest.assign(map.rows * map.columns, 0);
    for (std::size_t i = 0; i < gaps_.size(); ++i) {
      const std::size_t row = i / map.width * map.rows / map.height;
      const std::size_t column = i % map.width * map.columns / map.width;
      double& field = map.largest[row * map.columns + column];
      field = std::max(field, gaps_[i]);
    }
    return map;
  }

  const TracedTensor& left_;
  const TracedTensor& right_;
  std::vector<double> gaps_;
};

// Returns how often a tensor's own numbers were rounded. Each step rounds parameters and optimizer
// state three times: the decay factor, its product with the old value, and the sum with the new
// value.
double own_roundings(const TensorKey& key) {
  const bool is_kept = key.phase == Phase::kParameters || key.phase == Phase::kOptimizer;
  return is_kept ? 3.0 * static_cast<double>(key.step + 1) : 1;
}

// Returns how large a difference roundings explain: the roundings before the tensor and the
// tensor's own roundings together.
Size explained_by_roundings(const TensorDifference& difference, ComparedWith right,
                            std::initializer_list<const TensorTrace*> all) {
  const double own =
      own_roundings(difference.key) *
      std::max(unit_roundoff(difference.left_dtype), unit_roundoff(difference.right_dtype));
  Size explained{own * difference.right.rms, own * difference.right.largest};
  for (const TensorTrace* trace : all) {
    if (trace == nullptr) continue;
    const auto moved = trace->moved(difference.key);
    explained = larger(explained, explained_by(moved, difference.elements, right));
  }
  // NaN and infinity give no bound, so such a tensor explains nothing.
  return std::isfinite(explained.rms) && std::isfinite(explained.largest) ? explained : Size{};
}

// Finds the elements of parameters whose gradient was so close to 0 in some step that roundings
// decide its sign. An optimizer that divides by the size of gradients, as Adam does, then makes a
// full step in either direction. Few elements jump, and different elements in each training run.
// Therefore a spread measured on a few training runs does not bound the resulting difference of a
// parameter.
class UndecidedGradients {
 public:
  void add(const TensorDifference& difference, const TracedTensor& left,
           const TracedTensor& right) {
    if (difference.key.phase != Phase::kGradients) return;
    std::vector<bool>& undecided = by_parameter_[difference.key.name];
    undecided.resize(left.values.size());
    for (std::size_t i = 0; i < undecided.size(); ++i) {
      const double size = std::max(std::abs(left.values[i]), std::abs(right.values[i]));
      if (size > 0 && size <= difference.explained.largest) undecided[i] = true;
    }
  }

  // Returns the parameter's undecided elements, or an empty vector if its gradients are unknown.
  const std::vector<bool>& of(const TensorKey& key) const {
    static const std::vector<bool> kNone;
    const auto found = by_parameter_.find(key.name);
    return key.phase != Phase::kParameters || found == by_parameter_.end() ? kNone : found->second;
  }

 private:
  std::map<std::string, std::vector<bool>> by_parameter_;
};

bool diverges(const TensorDifference& difference, const CompareOptions& options) {
  if (difference.other_dtype) return true;
  return options.mode == CompareMode::kBits ? difference.differing > 0 : difference.excess() > 1;
}

TensorDifference of_other_sizes(const TensorKey& key, const TracedTensor& left,
                                const TracedTensor& right) {
  return {.key = key,
          .left_dtype = left.dtype,
          .right_dtype = right.dtype,
          .sizes = right.sizes,
          .difference = {kInfinity, kInfinity},
          .elements = right.values.size(),
          .differing = right.values.size()};
}

void record_rank_mismatch(std::optional<RankMismatch>& ranks, const TensorKey& key,
                          const TracedTensor& tensor, const TracedTensor& other_side) {
  if (ranks || !tensor.replica_mismatch) return;
  ranks = {key, tensor.sizes, *tensor.replica_mismatch};
  ReplicaMismatch& replica = ranks->replica;
  if (other_side.sizes != tensor.sizes) return;
  if (have_other_bits(replica.value, other_side.values[replica.index])) return;
  std::swap(replica.rank, replica.other);
  std::swap(replica.value, replica.other_value);
}

}  // namespace

double TensorDifference::excess() const {
  const auto times = [](double difference, double most) {
    return difference == 0 ? 0 : most == 0 ? kInfinity : difference / most;
  };
  return std::max(times(difference.rms, explained.rms),
                  times(difference.largest, explained.largest));
}

NumericDivergence find_numeric_divergence(const TensorTrace& left, const TensorTrace& right,
                                          const CompareOptions& options) {
  NumericDivergence divergence;
  UndecidedGradients undecided;
  const bool same_split = left.batch_split() == right.batch_split();
  for (const TensorKey& key : right.keys()) {
    if (options.must_stop != nullptr && (*options.must_stop)()) return divergence;
    if (!left.has(key)) continue;
    const TracedTensor a = left.tensor(key), b = right.tensor(key);
    if (!same_split && (a.unplaced || b.unplaced)) {
      ++divergence.unplaced;
      continue;
    }
    ++divergence.compared;
    record_rank_mismatch(divergence.left_ranks, key, a, b);
    record_rank_mismatch(divergence.right_ranks, key, b, a);
    if (a.sizes != b.sizes) {
      divergence.first = of_other_sizes(key, a, b);
      return divergence;
    }
    Differences differences(a, b);
    if (options.mode == CompareMode::kRoundings) differences.leave_out(undecided.of(key));
    TensorDifference summary = differences.summary(key);
    summary.other_dtype = options.one_precision && a.dtype != b.dtype;
    if (options.mode == CompareMode::kRoundings)
      summary.explained =
          explained_by_roundings(summary, options.right, {&left, &right, options.measured});
    undecided.add(summary, a, b);
    if (diverges(summary, options)) {
      differences.add_details(summary);
      divergence.first = std::move(summary);
      return divergence;
    }
    divergence.before = key;
    if (!divergence.closest || summary.excess() > divergence.closest->excess())
      divergence.closest = std::move(summary);
  }
  return divergence;
}

}  // namespace gridlock::golden
