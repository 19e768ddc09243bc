// Builds the complete finding record (harness/facts/finding_record.h).
#pragma once

#include "harness/diagnosis/evidence.h"
#include "harness/facts/finding_record.h"

namespace gridlock::diagnosis {

// Returns the record of the evidence's finding. Its latency is `latency_ms` if the finding is
// proved, and -1 otherwise.
facts::FindingRecord finding_record_of(const Evidence& evidence, double latency_ms);

}  // namespace gridlock::diagnosis
