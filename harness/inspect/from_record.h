// Converts the calls in a ring to the facts that the prover uses.
#pragma once

#include "harness/facts/facts.h"
#include "harness/trace/record.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// Converts a record. `group` is the group that it refers to, or null if the ring has no such group.
// A rank may have written anything, so a peer outside the group becomes -1. `module` in the result
// is an index into the modules of the ring.
facts::Call to_call(const trace::Record& record, const trace::GroupRecord* group);

}  // namespace gridlock::inspect
