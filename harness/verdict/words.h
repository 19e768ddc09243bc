// Imports the functions of harness/diagnosis that word phases and signatures, for the sentences of
// verdicts.
#pragma once

#include "harness/diagnosis/phase.h"
#include "harness/diagnosis/signature.h"

namespace gridlock::verdict {

using diagnosis::in_phase;
using diagnosis::phase_kind;
using diagnosis::signature_of;

}  // namespace gridlock::verdict
