// The functions of harness/diagnosis that format phases and signatures in the sentences of
// verdicts.
#pragma once

#include "harness/diagnosis/phase.h"
#include "harness/diagnosis/signature.h"

namespace gridlock::verdict {

using diagnosis::in_phase;
using diagnosis::phase_kind;
using diagnosis::signature_of;

}  // namespace gridlock::verdict
