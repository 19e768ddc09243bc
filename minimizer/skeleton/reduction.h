// Reduces a skeleton to the smallest one that still hangs in the same way. The prover's model runs
// each smaller skeleton to find out.
#pragma once

#include <optional>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/facts/semantics.h"
#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// The features of a hang that must stay the same while calls and ranks are left out.
struct SkeletonHang {
  facts::Class cls = facts::Class::kMissingRank;
  std::vector<trace::Op> operations;  // operations in which ranks wait; sorted, without duplicates

  bool operator==(const SkeletonHang&) const = default;
};

// Returns the measured semantics of a backend for groups whose ranks have already made a call
// together. The groups of a C++ repro are in this state when its calls begin.
facts::BackendSemantics once_met(facts::BackendSemantics measured);

// Returns whether the skeleton of a whole record hangs as the recorded job did. One difference is
// allowed: the record shows a missing rank, and the skeleton a cycle. To find the missing rank, the
// prover may need calls of earlier steps, which a skeleton lacks.
bool hangs_alike(const SkeletonHang& recorded, const SkeletonHang& skeleton);

// Returns the prover's finding about the record, or nullopt if the prover proves nothing.
std::optional<SkeletonHang> hang_in(const facts::Snapshot& first, const facts::Snapshot& second,
                                    const facts::Semantics& semantics);
// Returns the prover's finding about the state in which the model stops after running the skeleton.
// Returns nullopt if the prover proves nothing.
std::optional<SkeletonHang> hang_of(const Skeleton& skeleton,
                                    const facts::BackendSemantics& semantics);

// Leaves out ranks and calls, and makes tensors small, as long as the result of hang_of() stays the
// same. If the skeleton does not hang, returns it unchanged. Runs the model O(calls²) times.
Skeleton reduce(Skeleton skeleton, const facts::BackendSemantics& semantics);

}  // namespace gridlock::minimizer
