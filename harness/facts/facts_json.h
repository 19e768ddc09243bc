// Snapshots as JSON: what agents send to the prover, and what certificates hold. Fields that have
// their default value are left out, and group members are written as runs ("0-3,8"), so that a rank
// takes a few hundred bytes.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/facts/facts.h"

namespace gridlock::facts {

nlohmann::json to_json(const RankFacts& facts);
nlohmann::json to_json(const Snapshot& snapshot);

// Each throws fields::Error (harness/fields/path.h), which says where, for anything that to_json()
// would not write: never crashes, whatever the JSON. Unknown fields are errors.
RankFacts rank_facts_from_json(const nlohmann::json& json);
Snapshot snapshot_from_json(const nlohmann::json& json);
// Throws it for a snapshot whose ranks are not in order.
void check_order(const Snapshot& snapshot);

}  // namespace gridlock::facts
