// The bounds for differences between cells and the reference.
#pragma once

#include <optional>

#include "golden/spread.h"
#include "golden/tolerance.h"
#include "harness/verdict/record.h"

namespace gridlock::goldens {

// Bounds for the differences that rounding causes in cells of one kind. They are measured, or taken
// from the table for the precision if there are no measurements.
class ReferenceBounds {
 public:
  explicit ReferenceBounds(const verdict::CellRecord& example);

  golden::Bound loss() const { return losses_ ? losses_->bound() : usual_.loss; }
  golden::Bound grad_norm() const { return grad_norms_ ? grad_norms_->bound() : usual_.grad_norm; }

 private:
  std::optional<golden::Spread> losses_, grad_norms_;
  golden::Tolerance usual_;
};

}  // namespace gridlock::goldens
