// Reads and writes snapshots as JSON. Agents send snapshots to the prover, and certificates contain
// them. A rank takes a few hundred bytes, because fields with their default value are omitted and
// group members are written as runs such as "0-3,8".
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/facts/facts.h"

namespace gridlock::facts {

nlohmann::json to_json(const RankFacts& facts);
nlohmann::json to_json(const Snapshot& snapshot);

// Reads facts. Throws fields::Error (harness/fields/path.h) for anything that to_json() would not
// write, such as unknown fields. The error names the position in the JSON. No JSON crashes these
// functions.
RankFacts rank_facts_from_json(const nlohmann::json& json);
Snapshot snapshot_from_json(const nlohmann::json& json);
// Throws fields::Error unless the ranks of the snapshot are 0 … n-1 in order.
void check_order(const Snapshot& snapshot);

}  // namespace gridlock::facts
