#include "harness/facts/hang.h"

#include <set>

#include "harness/facts/hang_fields.h"
#include "harness/fields/read.h"
#include "harness/fields/schema.h"
#include "harness/fields/write.h"
#include "harness/text/utf8.h"

namespace gridlock::facts {
namespace {

using Json = nlohmann::ordered_json;

std::map<int, std::vector<int>> waits_of(const Finding& finding) {
  std::map<int, std::set<int>> waits;
  for (const Blocked& blocked : finding.blocked) {
    waits[blocked.rank].insert(blocked.waits_for.begin(), blocked.waits_for.end());
  }
  std::map<int, std::vector<int>> sorted;
  for (const auto& [rank, others] : waits) sorted[rank] = {others.begin(), others.end()};
  return sorted;
}

}  // namespace

Hang hang_of(const Finding& finding) {
  Hang hang;
  hang.verdict = name(finding.kind);
  hang.hang_class = name(finding.cls);
  hang.ranks = finding.at_fault;
  hang.waiting_for = waits_of(finding);
  hang.rule = text::clean(finding.rule);
  hang.proved = finding.kind == Kind::kDeadlock && finding.proved;
  hang.doubt = text::clean(doubt(finding));
  return hang;
}

Json to_json(const Hang& hang) {
  return fields::to_json<Json>(hang);
}

Json hang_schema() {
  return fields::schema_of<Json, Hang>();
}

Hang hang_from_json(const Json& json) {
  return fields::from_json<Hang>(json);
}

}  // namespace gridlock::facts
