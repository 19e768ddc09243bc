#include "harness/diagnosis/hang.h"

#include <set>

#include "harness/diagnosis/hang_fields.h"
#include "harness/diagnosis/sentence.h"
#include "harness/fields/read.h"
#include "harness/fields/write.h"
#include "harness/text/utf8.h"

namespace gridlock::diagnosis {
namespace {

using Json = nlohmann::ordered_json;

std::map<int, std::vector<int>> waits_of(const facts::Finding& finding) {
  std::map<int, std::set<int>> waits;
  for (const facts::Blocked& blocked : finding.blocked) {
    waits[blocked.rank].insert(blocked.waits_for.begin(), blocked.waits_for.end());
  }
  std::map<int, std::vector<int>> sorted;
  for (const auto& [rank, others] : waits) sorted[rank] = {others.begin(), others.end()};
  return sorted;
}

}  // namespace

Hang hang_of(const Evidence& evidence, double latency_ms) {
  const facts::Finding& finding = evidence.finding;
  Hang hang;
  hang.verdict = verdict_of(evidence);
  hang.hang_class = facts::name(finding.cls);
  hang.ranks = finding.at_fault;
  hang.waiting_for = waits_of(finding);
  hang.sentence = sentence(evidence);
  hang.rule = text::clean(finding.rule);
  hang.signature = signature(evidence);
  hang.proved = finding.kind == facts::Kind::kDeadlock && finding.proved;
  hang.latency_ms = hang.proved ? latency_ms : -1;
  hang.doubt = text::clean(facts::doubt(finding));
  return hang;
}

Json to_json(const Hang& hang) {
  return fields::to_json<Json>(hang);
}

Hang hang_from_json(const Json& json) {
  return fields::from_json<Hang>(json);
}

}  // namespace gridlock::diagnosis
