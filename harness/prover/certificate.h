// Writes the result of prove() as a certificate (harness/facts/certificate.h).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/facts/finding_record.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Returns the certificate of a finding that prove() made from these snapshots. The certificate
// contains `record`, or else finding_record_of(finding). Throws std::logic_error if the finding is
// not a proved deadlock, or if these snapshots show no deadlock.
nlohmann::json certificate(const Finding& finding, const facts::FindingRecord& record,
                           const Snapshot& first, const Snapshot& second,
                           const Semantics& semantics);
nlohmann::json certificate(const Finding& finding, const Snapshot& first, const Snapshot& second,
                           const Semantics& semantics);

// Reduces a snapshot to what a proof needs. Of the completed calls, keeps those whose collective is
// still open on some rank. If a point-to-point call is open, keeps everything, because the proof
// counts messages.
Snapshot for_proof(const Snapshot& snapshot);

}  // namespace gridlock::prover
