// From what a rank wrote into its ring to the words of the prover.
#pragma once

#include "harness/facts/facts.h"
#include "harness/trace/record.h"
#include "harness/trace/ring.h"

namespace gridlock::inspect {

facts::Group to_group(const trace::GroupRecord& record);

// `group`: the one that the record names, null when the ring has none of that number. A rank may
// have written anything: a peer that the group does not have becomes -1. `module` counts the
// modules of the ring.
facts::Call to_call(const trace::Record& record, const trace::GroupRecord* group);

}  // namespace gridlock::inspect
