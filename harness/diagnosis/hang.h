// Builds the complete finding record (harness/facts/hang.h).
#pragma once

#include "harness/diagnosis/evidence.h"
#include "harness/facts/hang.h"

namespace gridlock::diagnosis {

using facts::Hang;

// `latency_ms` counts only if the finding is proved; otherwise the record contains -1.
Hang hang_of(const Evidence& evidence, double latency_ms);

}  // namespace gridlock::diagnosis
