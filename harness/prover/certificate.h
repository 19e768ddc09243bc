// Writes the result of prove() as a certificate (harness/facts/certificate.h).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/facts/finding_record.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns the certificate of a finding that prove() made from these snapshots. `record` is the
// finding record with all its details. Throws std::logic_error if the finding is of another kind or
// does not follow from these snapshots.
nlohmann::json certificate(const Finding& finding, const facts::FindingRecord& record,
                           const Snapshot& first, const Snapshot& second,
                           const Semantics& semantics);
nlohmann::json certificate(const Finding& finding, const Snapshot& first, const Snapshot& second,
                           const Semantics& semantics);

// Reduces a snapshot to what the proof needs. A recent call is kept only if its collective is still
// open on some rank, or if the proof counts point-to-point calls.
Snapshot for_proof(const Snapshot& snapshot);

}  // namespace gridlock::prover
