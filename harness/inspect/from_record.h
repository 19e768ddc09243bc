// Converts the calls in a ring to the facts that the prover uses.
#pragma once

#include "harness/facts/facts.h"
#include "harness/trace/record.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

// Converts the record of a call. `group` is the group of the call, or null if the ring does not
// have this group. A peer outside the group becomes -1, because a rank may write anything into its
// ring. Call::module is an index into the modules of the ring.
facts::Call to_call(const trace::Record& record, const trace::GroupRecord* group);

}  // namespace gridlock::inspect
