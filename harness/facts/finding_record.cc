#include "harness/facts/finding_record.h"

#include <set>

#include "harness/facts/finding_record_fields.h"
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

FindingRecord finding_record_of(const Finding& finding) {
  FindingRecord record;
  record.verdict = name(finding.kind);
  record.verdict_class = name(finding.cls);
  record.ranks = finding.at_fault;
  record.waiting_for = waits_of(finding);
  record.rule = text::clean(finding.rule);
  record.proved = finding.kind == Kind::kDeadlock && finding.proved;
  record.doubt = text::clean(doubt(finding));
  return record;
}

Json to_json(const FindingRecord& record) {
  return fields::to_json<Json>(record);
}

Json finding_record_schema() {
  return fields::schema_of<Json, FindingRecord>();
}

FindingRecord finding_record_from_json(const Json& json) {
  return fields::from_json<FindingRecord>(json);
}

}  // namespace gridlock::facts
