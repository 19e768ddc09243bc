// The certificate of a deadlock proves the deadlock. The prover writes it as JSON for people and
// for the checker. It contains the finding, the stuck ranks and calls, and both snapshots, reduced
// to what the proof needs.
//
//   {"gridlock_certificate": 2,
//    "finding": {"verdict": "deadlock", "class": "missing rank", ...},    as in finding_record.h
//    "assumptions": ["..."],
//    "ranks": "0-3",                    ranks that cannot move
//    "calls": [[0, 17], ...],           rank and call number of open calls that cannot complete
//    "reasons": [{"rank": 0, "thread": 812, "waits_for": "1", "why": "waits in all_gather ..."},
//    ...],                              one for each blocked thread of "ranks"
//    "first": {...}, "second": {...},   snapshots, as in facts_json.h
//    "digest": "..."}                   digest of all other fields; reveals accidental damage
//
// The checker verifies the proof, the reasons, the assumptions, the ranks that each rank waits for,
// and, as far as the facts show them, the ranks at fault (harness/checker/explanation.h). It does
// not verify class, rule, sentence and "why". These are text for people.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/facts/finding_record.h"

namespace gridlock::facts {

// The reason why a thread cannot continue, for people to read.
struct Reason {
  int rank = 0;
  std::int64_t thread = 0;
  std::vector<int> waits_for;
  std::string why;
};

using CallId = std::pair<int, std::uint32_t>;  // rank, and number of the call within the rank

struct Certificate {
  static constexpr int kVersion = 2;
  int version = kVersion;
  FindingRecord finding;
  std::vector<std::string> assumptions;
  std::vector<int> ranks;     // the ranks that cannot move
  std::vector<CallId> calls;  // open calls that cannot complete
  std::vector<Reason> reasons;
  Snapshot first;
  Snapshot second;
};

// Returns the certificate as JSON, with its digest.
nlohmann::json to_json(const Certificate& certificate);
// Throws std::runtime_error if the JSON is not a certificate of this version, or if the digest does
// not match.
Certificate certificate_from_json(const nlohmann::json& json);

// Returns the digest of all fields except "digest" (harness/text/digest.h).
std::string certificate_digest(const nlohmann::json& certificate);

}  // namespace gridlock::facts
