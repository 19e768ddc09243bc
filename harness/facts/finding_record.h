// The finding record, which describes a hang, calls that do not match, or a timeout in the output
// of every command. It appears as `hang` and `desync` in results.jsonl, as the file of `exec
// --json`, and as `finding` in diagnosis.json and in certificates.
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
  std::vector<int> ranks;            // at fault
  std::map<int, std::vector<int>> waiting_for;  // by rank: the ranks that this rank waits for
  std::string sentence;
  std::string rule;  // the rule by which the ranks are at fault
  std::string signature =
      {};                  // what two runs of the same hang share (harness/diagnosis/sentence.h)
  double latency_ms = -1;  // from the last event of any rank to the proof; -1 = no proof
  bool proved = true;      // a deadlock with a certificate
  std::string doubt = {};  // why a deadlock is only likely
  std::map<int, std::string> handling = {};  // by rank: the exception being handled

  bool operator==(const FindingRecord&) const = default;
};

// Fills the fields that follow from the finding alone, and uses the kind of the finding as the
// verdict. Does not set sentence, signature, latency and handling, because those fields need the
// ranks' calls, stacks and logs.
FindingRecord finding_record_of(const Finding& finding);

// {"verdict", "class", "ranks", "waiting_for": {"0": [1, 2]}, "sentence", "rule", "signature",
// "latency_ms" (null without a proof), "proved", "doubt", "handling"}, in this order.
nlohmann::ordered_json to_json(const FindingRecord& record);
// Returns the JSON Schema of these objects.
nlohmann::ordered_json finding_record_schema();
// Throws fields::Error (harness/fields/path.h) if the JSON is not such an object.
FindingRecord finding_record_from_json(const nlohmann::ordered_json& json);

}  // namespace gridlock::facts
