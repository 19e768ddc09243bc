// Estimates the distance to the next item that must be kept, from the gaps that a search has found
// so far.
//
// Necessary items are not spread evenly. A value that the failure needs is computed from other
// values, which are then necessary, too, and are close to it; many unneeded items lie between such
// groups. So each gap belongs to one of several scales. The gaps of a scale are exponentially
// distributed, with a mean of their own. The share of each scale is estimated from the gaps seen.
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

  // Records that a necessary item was found, and that items with a total weight of `weight` before
  // it could be dropped.
  void add(double weight);

 private:
  struct Scale {
    double mean = 1;
    double share = 0;  // gaps of this scale, including the first guess's gaps
  };
  std::vector<Scale> scales_;
};

}  // namespace gridlock::minimizer
