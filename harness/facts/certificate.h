// The finite object that proves a deadlock, written as JSON by the prover, for people and for the
// checker: what was found, the set of ranks and calls that need one another, and both snapshots,
// cut down to what that needs.
//
//   {"gridlock_certificate": 2,
//    "finding": {"verdict": "deadlock", "class": "missing rank", "ranks": [1], ...},    hang.h
//    "assumptions": ["..."],
//    "ranks": "0-3",                    ranks that cannot move
//    "calls": [[0, 17], ...],           rank and number of the open calls that cannot complete
//    "reasons": [{"rank": 0, "thread": 812, "waits_for": "1", "why": "waits in all_gather ..."},
//    ...],                              one for each blocked thread of these ranks
//    "first": {...}, "second": {...},   snapshots, as in facts_json.h
//    "digest": "..."}                   of all the rest: finds accidental damage
//
// The checker verifies the proof, the reasons, the assumptions, whom ranks wait for, and the ranks
// at fault as far as facts say it (harness/checker/explanation.h). Class, rule, sentence and "why"
// are words of those who found it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/facts/hang.h"

namespace gridlock::facts {

// Why a thread cannot go on, for people.
struct Reason {
  int rank = 0;
  std::int64_t thread = 0;
  std::vector<int> waits_for;
  std::string why;
};

using CallId = std::pair<int, std::uint32_t>;  // rank, and number in the rank

struct Certificate {
  static constexpr int kVersion = 2;
  int version = kVersion;
  Hang finding;
  std::vector<std::string> assumptions;
  std::vector<int> ranks;     // that cannot move
  std::vector<CallId> calls;  // open ones that cannot complete
  std::vector<Reason> reasons;
  Snapshot first;
  Snapshot second;
};

// With its digest.
nlohmann::json to_json(const Certificate& certificate);
// Throws std::runtime_error for what is none of this version, or has another digest.
Certificate certificate_from_json(const nlohmann::json& json);

// Of a certificate's text without its "digest" (harness/text/digest.h).
std::string certificate_digest(const nlohmann::json& certificate);

}  // namespace gridlock::facts
