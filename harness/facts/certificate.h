// The finite object that proves a deadlock (JSON), written by the prover, for people and for the
// checker: what was found, the set of ranks and calls that need one another, and both snapshots,
// cut down to what that needs.
//
//   {"gridlock_certificate": 1,
//    "kind": "deadlock", "class": "missing rank", "at_fault": "1", "rule": "...",
//    "assumptions": ["..."],
//    "ranks": "0-3",                    ranks that cannot move
//    "calls": [[0, 17], ...],           rank and number of the open calls that cannot complete
//    "reasons": [{"rank": 0, "thread": 812, "waits_for": "1", "why": "waits in all_gather ..."},
//    ...],                              one for each blocked thread of these ranks
//    "first": {...}, "second": {...},   snapshots, as in facts_json.h
//    "digest": "..."}                   of all the rest: finds accidental damage
//
// The checker verifies the proof, the reasons, the assumptions, and at_fault as far as facts say it
// (harness/checker/explanation.h). Class, rule and "why" are the prover's words.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gridlock::facts {

// FNV-1a of a certificate's text without its "digest", as 16 hexadecimal digits.
std::string certificate_digest(const nlohmann::json& certificate);

}  // namespace gridlock::facts
