// Reduces a skeleton to the smallest one that still hangs in the same way, on the prover's model.
#pragma once

#include <optional>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/facts/semantics.h"
#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// The features of a hang that stay the same while calls and ranks go.
struct SkeletonHang {
  facts::Class cls = facts::Class::kMissingRank;
  std::vector<trace::Op> operations;  // operations that ranks wait in; sorted, each once

  bool operator==(const SkeletonHang&) const = default;
};

// Returns the measured semantics of a backend for groups whose ranks have already met in a call, as
// the groups of a C++ repro have when its calls begin.
facts::BackendSemantics once_met(facts::BackendSemantics measured);

// Returns whether a skeleton of the whole record hangs as the recorded job did. In a cycle, the
// prover may find a missing rank by calls of earlier steps, which a skeleton does not have.
bool hangs_alike(const SkeletonHang& recorded, const SkeletonHang& skeleton);

// Returns the prover's finding about the record; nothing if it proves nothing.
std::optional<SkeletonHang> hang_in(const facts::Snapshot& first, const facts::Snapshot& second,
                                    const facts::Semantics& semantics);
// Returns the same about the state in which the skeleton stands still, after the model has run it.
std::optional<SkeletonHang> hang_of(const Skeleton& skeleton,
                                    const facts::BackendSemantics& semantics);

// Leaves out ranks and calls, and makes tensors small, as long as hang_of() stays the same. Returns
// a skeleton that does not hang unchanged. O(calls²) runs of the model.
Skeleton reduce(Skeleton skeleton, const facts::BackendSemantics& semantics);

}  // namespace gridlock::minimizer
