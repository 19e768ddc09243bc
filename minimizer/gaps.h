// How far is it to the next item that must stay? Learned from the gaps that a search has found so
// far.
//
// Necessary items are not spread evenly: a value that the failure needs brings those that it is
// computed from, close together, and between such groups there is much that nothing needs. So a gap
// comes from one of several scales, each with exponential gaps of its own mean, and how large the
// share of each scale is follows from the gaps seen.
#pragma once

#include <vector>

namespace gridlock::minimizer {

class Gaps {
 public:
  Gaps() = default;

  // `expected`: the first guess at the weight between two necessary items, > 0.
  explicit Gaps(double expected);

  // That a gap has at least this weight.
  double survival(double weight) const;

  // A necessary item was found behind `weight` that could be dropped.
  void add(double weight);

 private:
  struct Scale {
    double mean = 1;
    double share = 0;  // gaps of this scale, those of the first guess included
  };
  std::vector<Scale> scales_;
};

}  // namespace gridlock::minimizer
