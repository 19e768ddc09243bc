// Writes what prove() found as a certificate (harness/facts/certificate.h).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/facts/hang.h"
#include "harness/prover/names.h"

namespace gridlock::prover {

// Of what prove() found in these snapshots. Throws std::logic_error for another kind of finding or
// one that these snapshots do not show. `record`: of that finding, with all that is known of it.
nlohmann::json certificate(const Finding& finding, const facts::Hang& record, const Snapshot& first,
                           const Snapshot& second, const Semantics& semantics);
nlohmann::json certificate(const Finding& finding, const Snapshot& first, const Snapshot& second,
                           const Semantics& semantics);

// What the proof needs of a snapshot: recent calls only where they were made in a collective that
// is still open somewhere, or where point-to-point calls are counted.
Snapshot for_proof(const Snapshot& snapshot);

}  // namespace gridlock::prover
