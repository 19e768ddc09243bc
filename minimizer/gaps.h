// Estimates the distance to the next item that must be kept, from the gaps that a search has found
// so far.
//
// Necessary items are not spread evenly. If the failure needs a value, it also needs the values
// from which that value is computed, and these are close by. Many unneeded items lie between such
// groups. So each gap belongs to one of several scales. The gaps of a scale are exponentially
// distributed with the scale's mean. The share of each scale is estimated from the gaps seen.
#pragma once

#include <vector>

namespace gridlock::minimizer {

class Gaps {
 public:
  Gaps() = default;

  // Takes the first guess at the weight between two necessary items, which is positive.
  explicit Gaps(double expected);

  // Returns the probability that a gap has at least this weight.
  double survival(double weight) const;

  // Records that a necessary item was found. `weight` is the total weight of the items dropped
  // since the previous necessary item.
  void add(double weight);

 private:
  struct Scale {
    double mean = 1;
    double share = 0;  // count of gaps of this scale, including the first guess's gaps
  };
  std::vector<Scale> scales_;
};

}  // namespace gridlock::minimizer
