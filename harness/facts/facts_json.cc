#include "harness/facts/facts_json.h"

#include "harness/facts/facts_fields.h"
#include "harness/fields/read.h"
#include "harness/fields/write.h"

namespace gridlock::facts {

using nlohmann::json;

json to_json(const RankFacts& facts) {
  return fields::to_json<json>(facts);
}

json to_json(const Snapshot& snapshot) {
  return fields::to_json<json>(snapshot);
}

RankFacts rank_facts_from_json(const json& json) {
  return fields::from_json<RankFacts>(json);
}

Snapshot snapshot_from_json(const json& json) {
  Snapshot snapshot = fields::from_json<Snapshot>(json);
  check_order(snapshot);
  return snapshot;
}

void check_order(const Snapshot& snapshot) {
  for (std::size_t i = 0; i < snapshot.ranks.size(); ++i) {
    if (snapshot.ranks[i].rank != static_cast<int>(i)) {
      throw fields::Error("the ranks should be in order, from 0");
    }
  }
}

}  // namespace gridlock::facts
