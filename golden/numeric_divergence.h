// Finds where two training runs of the same model diverge. The result is the first tensor, in the
// order of computation, whose difference is larger than roundings explain.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "golden/spread.h"
#include "golden/tensor_trace.h"

namespace gridlock::golden {

// The differences that count as explained and thus are no divergence.
enum class CompareMode {
  kBits,  // no difference counts as explained, because bits are compared
  // Differences that roundings before the tensor or roundings of the tensor itself explain. The
  // bound for roundings before the tensor is how far the tensor moved in training runs with random
  // rounding, times allowed_deviations() (spread.h). An element of a parameter is not compared if
  // roundings decide the sign of the element's gradient.
  kRoundings,
};

struct CompareOptions {
  CompareMode mode = CompareMode::kRoundings;
  // Both sides use the same precision, so a tensor whose dtypes differ diverges.
  bool one_precision = true;
  // A further trace of the same model and precision, which measures how far roundings move each
  // tensor. Traces of compiled cells do not contain this measurement. May be null.
  const TensorTrace* measured = nullptr;
  // Called before each tensor. If it returns true, the comparison ends with what it has found. May
  // be null.
  const std::function<bool()>* must_stop = nullptr;
  // The right side. The left side always has rounding errors.
  ComparedWith right = ComparedWith::kTraining;
};

struct Element {
  std::vector<std::uint64_t> index;  // index in the full tensor
  double left = 0, right = 0;
};

// A coarse map of the differences in a tensor. The tensor is laid out in two dimensions: its last
// dimension runs across, and all other dimensions run down. The map divides it into fields and
// stores the largest difference in each field.
struct DifferenceMap {
  std::size_t rows = 0, columns = 0;
  std::uint64_t height = 0, width = 0;  // sizes of the tensor in two dimensions
  std::vector<double> largest;          // row by row
};

// The size of a tensor's elements: their root mean square and their largest absolute value.
struct Size {
  double rms = 0;
  double largest = 0;
};

struct TensorDifference {
  TensorKey key;
  std::string left_dtype, right_dtype;
  bool other_dtype = false;  // the dtypes differ, which counts as a divergence
  std::vector<std::uint64_t> sizes;
  Size difference;
  Size explained = {};  // the size that roundings explain at most
  Size right = {};      // size of the right side's elements
  std::uint64_t elements = 0;
  std::uint64_t differing = 0;  // elements with different bits
  // Elements that differ by more than explained.largest or, for kBits, in any bit.
  std::uint64_t unexplained = 0;
  std::vector<Element> largest = {};  // differences, the largest first
  // By rank: the count of unexplained elements that the rank holds.
  std::map<int, std::uint64_t> left_ranks = {}, right_ranks = {};
  DifferenceMap map = {};

  // Returns the ratio of the difference to the explained size, or infinity if nothing is explained.
  double excess() const;
};

// A mismatch between the ranks of one side. replica.rank is the rank whose value the other side
// does not have.
struct RankMismatch {
  TensorKey key;
  std::vector<std::uint64_t> sizes;
  ReplicaMismatch replica;
};

struct NumericDivergence {
  std::size_t compared = 0;               // tensors that both sides have and that were compared
  std::size_t unplaced = 0;  // tensors that cannot be compared (TracedTensor::unplaced)
  std::optional<TensorDifference> first;  // none if all differences are explained
  std::optional<TensorKey> before;        // the last compared tensor that does not diverge
  // The tensor that came closest to diverging, if all differences are explained.
  std::optional<TensorDifference> closest;
  // The first tensor whose bits differ between the ranks of one side.
  std::optional<RankMismatch> left_ranks, right_ranks;

  // Returns the tensor that diverges or, if none does, the tensor that came closest to diverging.
  const std::optional<TensorDifference>& furthest() const { return first ? first : closest; }
};

// Compares two training runs with the same steps. Tensors of different sizes diverge. A tensor that
// exists on only one side is not compared; for example, one side may compile several modules as
// one.
NumericDivergence find_numeric_divergence(const TensorTrace& left, const TensorTrace& right,
                                          const CompareOptions& options);

}  // namespace gridlock::golden
