// Estimates the distance to the next item that must stay, from the gaps that a search has found so
// far.
//
// Necessary items are not spread evenly: a value that the failure needs brings the values that it
// is computed from, close together, and many unneeded items lie between such groups. So a gap comes
// from one of several scales, each with exponential gaps of its own mean. The share of each scale
// follows from the gaps seen.
#pragma once

#include <vector>

namespace gridlock::minimizer {

class Gaps {
 public:
  Gaps() = default;

  // `expected`: the first guess at the weight between two necessary items, > 0.
  explicit Gaps(double expected);

  // Returns the probability that a gap has at least this weight.
  double survival(double weight) const;

  // Records that a necessary item was found behind `weight` that could be dropped.
  void add(double weight);

 private:
  struct Scale {
    double mean = 1;
    double share = 0;  // gaps of this scale, including those of the first guess
  };
  std::vector<Scale> scales_;
};

}  // namespace gridlock::minimizer
