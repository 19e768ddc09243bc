// The finding record: what was found about a hang, or about calls that do not match, as every
// command gives it: `hang` and `desync` in results.jsonl, the file of `exec --json`, `finding` in
// diagnosis.json.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"

namespace gridlock::diagnosis {

struct Hang {
  std::string verdict = "deadlock";  // deadlock | stall | compile_skew | compile_blowup | desync
  std::string hang_class;            // "missing rank", … (harness/facts/finding.h)
  std::vector<int> ranks;            // at fault
  std::map<int, std::vector<int>> waiting_for;  // by rank: the ranks that it needs
  std::string sentence;
  std::string rule;            // by which the ranks are at fault
  std::string signature = {};  // what two runs of the same hang share (sentence.h)
  double latency_ms = -1;      // from the last event of any rank to the proof; -1 = no proof
  bool proved = true;          // a deadlock with a certificate
  std::string doubt = {};      // why a deadlock is only likely
};

// `latency_ms` counts where the finding is a proof.
Hang hang_of(const Evidence& evidence, double latency_ms);

// {"verdict", "class", "ranks", "waiting_for": {"0": [1, 2]}, "sentence", "rule", "signature",
// "latency_ms" (null without a proof), "proved", "doubt"}, in this order.
nlohmann::ordered_json to_json(const Hang& hang);
// Throws fields::Error (harness/fields/path.h) for what is no such object.
Hang hang_from_json(const nlohmann::ordered_json& json);

}  // namespace gridlock::diagnosis
