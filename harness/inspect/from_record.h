// Converts the calls in a rank's ring to the facts that the prover uses.
#pragma once

#include "harness/facts/facts.h"
#include "harness/trace/record.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// `group` is the group that the record refers to; null if the ring has no group of that number. A
// rank may have written anything: a peer that is not in the group becomes -1. `module` is an index
// into the ring's modules.
facts::Call to_call(const trace::Record& record, const trace::GroupRecord* group);

}  // namespace gridlock::inspect
