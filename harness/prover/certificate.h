// The finite object that proves a deadlock, for people and for the checker (checker.h): what was
// found, the set of ranks and calls that need one another, and both snapshots, cut down to what
// that needs.
//
//   {"gridlock_certificate": 1,
//    "kind": "deadlock", "class": "missing rank", "at_fault": "1", "rule": "...",
//    "assumptions": ["..."],
//    "ranks": "0-3",                    ranks that cannot move
//    "calls": [[0, 17], ...],           rank and number of the open calls that cannot complete
//    "reasons": [{"rank": 0, "thread": 812, "why": "waits in all_gather #17 of ... for 1"}, ...],
//    "first": {...}, "second": {...},   snapshots, as in facts_json.h
//    "digest": "..."}                   of all the rest: finds accidental damage
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/prover/finding.h"
#include "harness/prover/semantics.h"

namespace gridlock::prover {

// Of what prove() found in these snapshots. Throws std::logic_error for another kind of finding or
// one that these snapshots do not show.
nlohmann::json certificate(const Finding& finding, const Snapshot& first, const Snapshot& second,
                           const Semantics& semantics);

// FNV-1a of a certificate's text without its "digest", as 16 hexadecimal digits.
std::string certificate_digest(const nlohmann::json& certificate);

// What the proof needs of a snapshot: recent calls only where they were made in a collective that
// is still open somewhere, or where point-to-point calls are counted.
Snapshot for_proof(const Snapshot& snapshot);

}  // namespace gridlock::prover
