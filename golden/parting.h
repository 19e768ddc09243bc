// Where two trainings of the same model part: the first tensor, in the order of a training, whose
// difference is not explained.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "golden/taps.h"

namespace gridlock::golden {

// What explains a difference.
enum class Measure {
  kBits,  // nothing
  // Roundings of all that came before: how far the tensor moved in trainings with random rounding,
  // times Student's t for one false alarm in two million (spread.h); or those of its own numbers.
  // An element of a parameter is not looked at where roundings decide the sign of its gradient.
  kRoundings,
};

struct Yardstick {
  Measure measure = Measure::kRoundings;
  // Both ask for the same precision: what one holds in another dtype than the other parts.
  bool one_precision = true;
  // Further taps of the same model and precision that say how far roundings move each tensor: those
  // of compiled cells do not. May be null.
  const Taps* measured = nullptr;
};

struct Element {
  std::vector<std::uint64_t> index;  // in the full tensor
  double left = 0, right = 0;
};

// A map of the largest difference in each field of a tensor that is laid out in two dimensions: the
// last one across, all others down; what is smaller than a field is not to be seen.
struct DifferenceMap {
  std::size_t rows = 0, columns = 0;
  std::uint64_t height = 0, width = 0;  // of the tensor
  std::vector<double> largest;          // row by row
};

// Of all elements: root of the mean square, and the largest.
struct Size {
  double rms = 0;
  double largest = 0;
};

struct TensorDifference {
  TapKey tap;
  std::string left_dtype, right_dtype;
  bool other_dtype = false;  // it parts by that
  std::vector<std::uint64_t> sizes;
  Size difference;
  Size explained = {};  // at most
  Size right = {};      // of the numbers on the right themselves
  std::uint64_t elements = 0;
  std::uint64_t differing = 0;    // have other bits
  std::uint64_t unexplained = 0;  // further apart than explained.largest; of other bits for kBits
  std::vector<Element> largest = {};  // of the differences, the largest first
  // How many of those unexplained each rank holds.
  std::map<int, std::uint64_t> left_ranks = {}, right_ranks = {};
  DifferenceMap map = {};

  // How many times as large as what is explained; infinite where nothing is.
  double excess() const;
};

// replica.rank is the one that has what the other side has not.
struct RanksDiffer {
  TapKey tap;
  std::vector<std::uint64_t> sizes;
  OtherReplica replica;
};

struct Parting {
  std::size_t compared = 0;  // tensors that both have …
  std::size_t unplaced = 0;  // … without those that cannot be compared (TappedTensor::unplaced)
  std::optional<TensorDifference> first;  // nothing: all differences are explained
  std::optional<TapKey> before;           // the last one that both have and that did not part
  // Where all is explained: the one that came closest.
  std::optional<TensorDifference> closest;
  // The first tensor of which ranks of one side hold other bits than others of that side.
  std::optional<RanksDiffer> left_ranks, right_ranks;

  // The one that parts, or else that came closest.
  const std::optional<TensorDifference>& furthest() const { return first ? first : closest; }
};

// Of two trainings with the same steps. Tensors of other sizes part. What one side alone has
// (modules that the other compiles as one) is not compared.
Parting find_parting(const Taps& left, const Taps& right, const Yardstick& yardstick);

}  // namespace gridlock::golden
