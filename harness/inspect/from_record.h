// Converts the calls in a rank's ring to the facts that the prover uses.
#pragma once

#include "harness/facts/facts.h"
#include "harness/trace/record.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// `group` is the group that the record refers to, or null if the ring contains no group with that
// number. A rank may have written anything, so a peer that is not in the group becomes -1. `module`
// of the result is an index into the ring's modules.
facts::Call to_call(const trace::Record& record, const trace::GroupRecord* group);

}  // namespace gridlock::inspect
