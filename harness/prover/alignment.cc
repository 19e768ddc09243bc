#include "harness/prover/alignment.h"

#include <algorithm>
#include <vector>

namespace gridlock::prover {
namespace {

// Costs of an alignment. A pair that differs only in call site or only in arguments costs less than
// a gap, so slightly different calls still pair. A pair that differs in both costs more than a gap.
// Different operations never pair.
constexpr int kGap = 2;
constexpr int kHalfMatch = 1;
constexpr int kMismatch = 3;
constexpr int kOtherOperation = 2 * kGap + 1;

int cost(const HashedCall& a, const HashedCall& b) {
  if (a.kind != b.kind) return kOtherOperation;
  const bool arguments = a.arguments == b.arguments;
  if (a.site == 0 || b.site == 0) return arguments ? 0 : kMismatch;
  if (a.site == b.site) return arguments ? 0 : kHalfMatch;
  return arguments ? kHalfMatch : kMismatch;
}

// Table of the costs of aligning a[i…] with b[j…]. Calls left over at the end of one sequence cost
// nothing, because the rank of that sequence has only progressed further.
class Costs {
 public:
  Costs(std::span<const HashedCall> a, std::span<const HashedCall> b)
      : columns_(b.size() + 1), cells_((a.size() + 1) * columns_, 0) {
    for (std::size_t i = a.size(); i-- > 0;) {
      for (std::size_t j = b.size(); j-- > 0;) {
        const int shifted = kGap + std::min(at(i + 1, j), at(i, j + 1));
        cells_[i * columns_ + j] = std::min(shifted, cost(a[i], b[j]) + at(i + 1, j + 1));
      }
    }
  }

  int at(std::size_t i, std::size_t j) const { return cells_[i * columns_ + j]; }

 private:
  std::size_t columns_;
  std::vector<int> cells_;
};

}  // namespace

std::size_t divergence(std::span<const HashedCall> a, std::span<const HashedCall> b) {
  const Costs costs(a, b);
  const std::size_t shorter = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < shorter; ++i) {
    const int pair = cost(a[i], b[i]);
    if (pair >= kMismatch || pair + costs.at(i + 1, i + 1) > costs.at(i, i)) return i;
  }
  return shorter;
}

}  // namespace gridlock::prover
