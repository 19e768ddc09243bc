// The smallest skeleton that still hangs in the same way, on the prover's model.
#pragma once

#include <optional>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/facts/semantics.h"
#include "minimizer/skeleton/skeleton.h"

namespace gridlock::minimizer {

// What stays the same while calls and ranks go.
struct SkeletonHang {
  facts::Class cls = facts::Class::kMissingRank;
  std::vector<trace::Op> operations;  // that ranks wait in; sorted, each once

  bool operator==(const SkeletonHang&) const = default;
};

// What is measured of a backend, for groups whose ranks have met in a call: as those of a C++ repro
// have when it begins.
facts::BackendSemantics once_met(facts::BackendSemantics measured);

// Whether a skeleton of all that was recorded hangs as it did. Who is missing in a cycle may be
// known by what ranks did in earlier steps, which a skeleton does not have.
bool hangs_alike(const SkeletonHang& recorded, const SkeletonHang& skeleton);

// What the prover says of what was recorded; nothing where it proves nothing.
std::optional<SkeletonHang> hang_in(const facts::Snapshot& first, const facts::Snapshot& second,
                                    const facts::Semantics& semantics);
// And of where the skeleton stands still, when the model has run it.
std::optional<SkeletonHang> hang_of(const Skeleton& skeleton,
                                    const facts::BackendSemantics& semantics);

// Leaves out ranks and calls, and makes tensors small, as long as hang_of() stays as it is. One
// that does not hang is given back as it is. O(calls²) runs of the model.
Skeleton reduce(Skeleton skeleton, const facts::BackendSemantics& semantics);

}  // namespace gridlock::minimizer
