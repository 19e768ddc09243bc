// Snapshots as JSON: agents send them to the prover, and certificates contain them. Fields with
// their default value are omitted, and group members are written as runs ("0-3,8"), so that a rank
// takes a few hundred bytes.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/facts/facts.h"

namespace gridlock::facts {

nlohmann::json to_json(const RankFacts& facts);
nlohmann::json to_json(const Snapshot& snapshot);

// Both functions throw fields::Error (harness/fields/path.h), which names the position in the JSON,
// for anything that to_json() would not write. They never crash, whatever the JSON contains.
// Unknown fields are errors.
RankFacts rank_facts_from_json(const nlohmann::json& json);
Snapshot snapshot_from_json(const nlohmann::json& json);
// Throws fields::Error for a snapshot whose ranks are not in order.
void check_order(const Snapshot& snapshot);

}  // namespace gridlock::facts
