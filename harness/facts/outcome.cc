#include "harness/facts/outcome.h"

#include "harness/facts/crash_fields.h"
#include "harness/facts/finding_record_fields.h"
#include "harness/fields/read.h"
#include "harness/fields/schema.h"
#include "harness/fields/write.h"

namespace gridlock::facts {

constexpr auto fields_of(fields::Type<LookedAt>) {
  return fields::List{
      fields::required("waits", &LookedAt::waits, "waits of ranks, for deadlocks and stalls"),
      fields::required("calls", &LookedAt::calls, "whether the calls of ranks match"),
      fields::required("crashes", &LookedAt::crashes, "ends of processes"),
      fields::required("compiler", &LookedAt::compiler, "compilations (with --compile-report)"),
      fields::required("numbers", &LookedAt::numbers, "losses and other numbers"),
  };
}

namespace {

using Json = nlohmann::ordered_json;

// The fields of an outcome that do not come from its finding or crash.
struct Beside {
  std::string verdict;
  std::optional<int> exit_code;
  std::optional<FindingRecord> desync;
  std::map<int, std::vector<std::string>> stacks;
  std::vector<std::string> standing;
  std::string accident;
  LookedAt looked_at;
  std::string evidence;
};

constexpr auto fields_of(fields::Type<Beside>) {
  return fields::OpenList{
      fields::required("verdict", &Beside::verdict, "what happened to the script"),
      fields::optional("exit_code", &Beside::exit_code, "the exit code of gridlock exec"),
      fields::optional("desync", &Beside::desync, "calls that did not match before the end"),
      fields::optional("stacks", &Beside::stacks,
                       "the stack of each rank, outermost function first: \"main (train.py:3)\""),
      fields::optional("standing", &Beside::standing,
                       "where each rank was when the user interrupted gridlock"),
      fields::optional("accident", &Beside::accident,
                       "calls that were paired although they do not belong together"),
      fields::optional("looked_at", &Beside::looked_at, "what gridlock examined"),
      fields::optional("evidence", &Beside::evidence, "the evidence folder"),
  };
}

Json with_verdicts(Json schema, const char* title, const Json& verdicts) {
  Json titled = {{"title", title}};
  titled.update(schema);
  titled["properties"]["verdict"].erase("type");
  titled["properties"]["verdict"]["enum"] = verdicts;
  return titled;
}

}  // namespace

Json to_json(const Outcome& outcome) {
  Json json = Json::object();
  if (outcome.finding) json = fields::to_json<Json>(*outcome.finding);
  if (outcome.crash) json = fields::to_json<Json>(*outcome.crash);
  json.update(fields::to_json<Json>(Beside{outcome.verdict, outcome.exit_code, outcome.desync,
                                           outcome.stacks, outcome.standing, outcome.accident,
                                           outcome.looked_at, outcome.evidence}));
  return json;
}

Outcome outcome_from_json(const Json& json) {
  Beside beside = fields::from_json<Beside>(json);
  Outcome outcome{.verdict = std::move(beside.verdict),
                  .exit_code = beside.exit_code,
                  .desync = std::move(beside.desync),
                  .stacks = std::move(beside.stacks),
                  .standing = std::move(beside.standing),
                  .accident = std::move(beside.accident),
                  .looked_at = beside.looked_at,
                  .evidence = std::move(beside.evidence)};
  if (json.contains("rule")) outcome.finding = fields::from_json<FindingRecord>(json);
  if (json.contains("process")) outcome.crash = fields::from_json<Crash>(json);
  return outcome;
}

Json outcome_schema() {
  return {{"anyOf",
           {with_verdicts(fields::object_schema<Json, FindingRecord, Beside>(), "a finding",
                          {"deadlock", "stall", "compile_skew", "desync", "timeout"}),
            with_verdicts(fields::object_schema<Json, Crash, Beside>(), "a crash", {"crash"}),
            with_verdicts(fields::object_schema<Json, Beside>(), "neither",
                          {kEnded, "interrupted", "crash"})}}};
}

}  // namespace gridlock::facts
