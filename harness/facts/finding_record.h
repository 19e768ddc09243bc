// A finding, as all commands write it. A finding is a hang, a pair of calls that do not match, or a
// timeout. It appears as `hang` and `desync` in results.jsonl, in the file of `exec --json`, and as
// `finding` in diagnosis.json and in certificates.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/facts/finding.h"

namespace gridlock::facts {

struct FindingRecord {
  std::string verdict = "deadlock";  // deadlock | stall | compile_skew | compile_blowup | desync |
                                     // timeout
  std::string verdict_class;         // "missing rank", … (finding.h)
  std::vector<int> ranks;            // ranks at fault
  std::map<int, std::vector<int>> waiting_for;  // for each rank, the ranks that it waits for
  std::string sentence;
  std::string rule;            // why these ranks are at fault
  std::string signature = {};  // shared by all runs of the same hang (harness/diagnosis/sentence.h)
  double latency_ms = -1;  // from the last event of any rank to the proof; -1 = no proof
  bool proved = true;      // a deadlock with a certificate
  std::string doubt = {};  // why a deadlock is only likely; else ""
  std::map<int, std::string> handling = {};  // for each rank, the exception that it handles

  bool operator==(const FindingRecord&) const = default;
};

// Returns a record with the fields that follow from the finding alone. Its verdict is the kind of
// the finding. The caller sets sentence, signature, latency and handling, which depend on the
// ranks' calls, stacks and logs.
FindingRecord finding_record_of(const Finding& finding);

// Returns the fields in this order: {"verdict", "class", "ranks", "waiting_for": {"0": [1, 2]},
// "sentence", "rule", "signature", "latency_ms" (null without a proof), "proved", "doubt",
// "handling"}.
nlohmann::ordered_json to_json(const FindingRecord& record);
// Returns the JSON Schema of finding records.
nlohmann::ordered_json finding_record_schema();
// Throws fields::Error (harness/fields/path.h) if the JSON is not a finding record.
FindingRecord finding_record_from_json(const nlohmann::ordered_json& json);

}  // namespace gridlock::facts
