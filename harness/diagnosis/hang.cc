#include "harness/diagnosis/hang.h"

#include <nlohmann/json.hpp>
#include <set>

#include "harness/diagnosis/sentence.h"
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
  Json waiting = Json::object();
  for (const auto& [rank, others] : hang.waiting_for) waiting[std::to_string(rank)] = others;
  return {{"verdict", hang.verdict},
          {"class", hang.hang_class},
          {"ranks", hang.ranks},
          {"waiting_for", waiting},
          {"sentence", hang.sentence},
          {"rule", hang.rule},
          {"signature", hang.signature},
          {"latency_ms", hang.latency_ms < 0 ? Json() : Json(hang.latency_ms)},
          {"proved", hang.proved},
          {"doubt", hang.doubt}};
}

Hang hang_from_json(const Json& json) {
  Hang hang;
  hang.verdict = json.at("verdict");
  hang.hang_class = json.value("class", "");
  hang.ranks = json.value("ranks", hang.ranks);
  const Json waiting = json.value("waiting_for", Json::object());
  for (const auto& [rank, others] : waiting.items()) {
    hang.waiting_for[std::stoi(rank)] = others.get<std::vector<int>>();
  }
  hang.sentence = json.value("sentence", "");
  hang.rule = json.value("rule", "");
  hang.signature = json.value("signature", "");
  if (json.contains("latency_ms") && !json["latency_ms"].is_null()) {
    hang.latency_ms = json["latency_ms"];
  }
  hang.proved = json.value("proved", true);
  hang.doubt = json.value("doubt", "");
  return hang;
}

}  // namespace gridlock::diagnosis
