// The finding record of what was found, in full (harness/facts/hang.h).
#pragma once

#include "harness/diagnosis/evidence.h"
#include "harness/facts/hang.h"

namespace gridlock::diagnosis {

using facts::Hang;

// `latency_ms` counts where the finding is a proof.
Hang hang_of(const Evidence& evidence, double latency_ms);

}  // namespace gridlock::diagnosis
