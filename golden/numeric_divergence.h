// Finds where two trainings of the same model diverge: the first tensor, in the order of a
// training, whose difference is not explained.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "golden/tensor_trace.h"

namespace gridlock::golden {

// The differences that count as explained.
enum class CompareMode {
  kBits,  // none: bits are compared
  // Roundings of everything before the tensor: how far it moved in trainings with random rounding,
  // times Student's t for one false alarm in two million (spread.h); or the tensor's own roundings.
  // An element of a parameter is not compared if roundings decide the sign of its gradient.
  kRoundings,
};

struct CompareOptions {
  CompareMode mode = CompareMode::kRoundings;
  // Both sides ask for the same precision, so a tensor with another dtype diverges.
  bool one_precision = true;
  // A further trace of the same model and precision that measures how far roundings move each
  // tensor; traces of compiled cells do not measure it. May be null.
  const TensorTrace* measured = nullptr;
};

struct Element {
  std::vector<std::uint64_t> index;  // in the full tensor
  double left = 0, right = 0;
};

// The largest difference in each field of a tensor that is laid out in two dimensions: the last one
// across, all others down. Structure smaller than a field is invisible.
struct DifferenceMap {
  std::size_t rows = 0, columns = 0;
  std::uint64_t height = 0, width = 0;  // of the tensor
  std::vector<double> largest;          // row by row
};

// The root mean square and the largest of all elements.
struct Size {
  double rms = 0;
  double largest = 0;
};

struct TensorDifference {
  TensorKey key;
  std::string left_dtype, right_dtype;
  bool other_dtype = false;  // diverges by its dtype
  std::vector<std::uint64_t> sizes;
  Size difference;
  Size explained = {};  // upper bound
  Size right = {};      // size of the right side's numbers
  std::uint64_t elements = 0;
  std::uint64_t differing = 0;        // elements with different bits
  std::uint64_t unexplained = 0;      // differ by more than explained.largest; for kBits: in bits
  std::vector<Element> largest = {};  // differences, the largest first
  // The number of unexplained elements that each rank holds.
  std::map<int, std::uint64_t> left_ranks = {}, right_ranks = {};
  DifferenceMap map = {};

  // Returns the ratio of the difference to the explained size; infinite if nothing is explained.
  double excess() const;
};

// replica.rank is the rank whose value the other side does not have.
struct RankMismatch {
  TensorKey key;
  std::vector<std::uint64_t> sizes;
  ReplicaMismatch replica;
};

struct NumericDivergence {
  std::size_t compared = 0;  // tensors that both sides have and that were compared
  std::size_t unplaced = 0;  // tensors of both that cannot be compared (TracedTensor::unplaced)
  std::optional<TensorDifference> first;  // nothing: all differences are explained
  std::optional<TensorKey> before;        // the last one that both have and that does not diverge
  // The tensor that came closest to diverging, if all differences are explained.
  std::optional<TensorDifference> closest;
  // The first tensor whose bits differ between the ranks of one side.
  std::optional<RankMismatch> left_ranks, right_ranks;

  // The tensor that diverges, or else the one that came closest.
  const std::optional<TensorDifference>& furthest() const { return first ? first : closest; }
};

// Compares two trainings with the same steps. Tensors of different sizes diverge. Tensors that only
// one side has (modules that the other side compiles as one) are not compared.
NumericDivergence find_numeric_divergence(const TensorTrace& left, const TensorTrace& right,
                                          const CompareOptions& options);

}  // namespace gridlock::golden
