// The kinds of failures: what they are is evidence for which of them share a cause.
#pragma once

#include <string>
#include <vector>

#include "matrix/causes/bits.h"
#include "matrix/causes/observation.h"

namespace gridlock::matrix::causes {

// One bug can be a crash in one cell and a deadlock in another, so a cause may have failures of
// several kinds; but the more kinds, the less likely it is that they have one cause. Failures are
// compared by verdict, and those of one verdict by signature, which weighs half as much, because
// the signatures of one bug vary with the cell.
class Kinds {
 public:
  explicit Kinds(const std::vector<Observation>& observations);

  // Returns the logarithm of how much likelier the kinds of these failures are if all have one
  // cause than if each has its own. Negative if they are unlike. A cause is assumed to have its own
  // unknown distribution of kinds (a Dirichlet distribution with a total concentration of 1), and
  // failures without a common cause to be of any kind.
  double gain(const Bits& failures) const;

  // No gain() is larger than this number for each failure.
  double most_per_failure() const { return most_per_failure_; }

  // The failures of each verdict, and of each signature.
  std::vector<Bits> groups() const;

 private:
  struct Verdict {
    std::string name;
    Bits failures;
    std::vector<std::pair<std::string, Bits>> signatures;
  };

  Verdict& verdict_of(const Observation& observation);

  std::size_t size_;
  std::vector<Verdict> verdicts_;
  double most_per_failure_ = 0;
};

}  // namespace gridlock::matrix::causes
