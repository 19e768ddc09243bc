// Builds the complete finding record (harness/facts/finding_record.h).
#pragma once

#include "harness/diagnosis/evidence.h"
#include "harness/facts/finding_record.h"

namespace gridlock::diagnosis {

// `latency_ms` is recorded only if the finding is proved; otherwise the record contains -1.
facts::FindingRecord finding_record_of(const Evidence& evidence, double latency_ms);

}  // namespace gridlock::diagnosis
