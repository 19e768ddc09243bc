// CellRecord as JSON, both ways. The two directions stand side by side: a field that is added to
// one is added to the other, and the round-trip test sets every field.
#include <algorithm>

#include "harness/verdict/json_fields.h"
#include "harness/verdict/record.h"

namespace gridlock::verdict {

static Json to_json(const CompileCounters& counters) {
  return {{"graphs", counters.graphs},
          {"breaks", counters.breaks},
          {"recompiles", counters.recompiles},
          {"cache_hits", counters.cache_hits},
          {"cache_misses", counters.cache_misses}};
}

static void read(const Json& json, std::optional<CompileCounters>& value) {
  if (json.is_null()) return;
  CompileCounters& counters = value.emplace();
  field(json, "graphs", counters.graphs, Need::kRequired);
  field(json, "breaks", counters.breaks);
  field(json, "recompiles", counters.recompiles);
  field(json, "cache_hits", counters.cache_hits);
  field(json, "cache_misses", counters.cache_misses);
}

static Json to_json(const RankReport& report) {
  Json json;
  json["rank"] = report.rank;
  json["phase"] = report.phase;
  json["finished"] = report.finished;
  json["losses"] = series(report.losses);
  json["grad_norms"] = series(report.grad_norms);
  json["seconds"] = phases_json(report.seconds);
  json["compile"] = report.compile ? to_json(*report.compile) : Json();
  json["peak_memory_mib"] = number(report.peak_memory_mib);
  json["error"] = report.error;
  json["traceback"] = report.traceback;
  json["exit_code"] = report.exit_code ? Json(*report.exit_code) : Json();
  json["signal"] = report.signal;
  json["stopped"] = report.stopped;
  return json;
}

static void read(const Json& json, RankReport& report) {
  field(json, "rank", report.rank, Need::kRequired);
  field(json, "phase", report.phase);
  field(json, "finished", report.finished);
  field(json, "losses", report.losses);
  field(json, "grad_norms", report.grad_norms);
  field(json, "seconds", report.seconds);
  field(json, "compile", report.compile);
  field(json, "peak_memory_mib", report.peak_memory_mib);
  field(json, "error", report.error);
  field(json, "traceback", report.traceback);
  field(json, "exit_code", report.exit_code);
  field(json, "signal", report.signal);
  field(json, "stopped", report.stopped);
}

static void read(const Json& json, std::vector<RankReport>& reports) {
  if (!json.is_array()) throw RecordError("a list is expected");
  for (const Json& item : json) read(item, reports.emplace_back());
}

static void read_hang(const Json& json, const char* name, std::optional<diagnosis::Hang>& value) {
  const auto found = json.find(name);
  if (found == json.end() || found->is_null()) return;
  try {
    value = diagnosis::hang_from_json(*found);
    verdict_named(value->verdict);
  } catch (const std::exception& error) {
    throw RecordError(std::string(name) + ": " + error.what());
  }
}

// The largest of each counter over the ranks; null where none has any.
static Json largest_counters(const CellRecord& record) {
  std::optional<CompileCounters> most;
  for (const RankReport& report : record.reports) {
    if (!report.compile) continue;
    if (!most) most.emplace();
    most->graphs = std::max(most->graphs, report.compile->graphs);
    most->breaks = std::max(most->breaks, report.compile->breaks);
    most->recompiles = std::max(most->recompiles, report.compile->recompiles);
    most->cache_hits = std::max(most->cache_hits, report.compile->cache_hits);
    most->cache_misses = std::max(most->cache_misses, report.compile->cache_misses);
  }
  return most ? to_json(*most) : Json();
}

static void add_cell_as_a_whole(const CellRecord& record, Json& json) {
  const bool reported = !record.reports.empty();
  double peak = 0;
  for (const RankReport& report : record.reports) peak = std::max(peak, report.peak_memory_mib);
  json["phases"] = phases_json(slowest_phases(record));
  json["losses"] = reported ? series(record.reports.front().losses) : Json::array();
  json["grad_norms"] = reported ? series(record.reports.front().grad_norms) : Json::array();
  json["compile"] = largest_counters(record);
  json["peak_memory_mib"] = number(peak);
}

Json to_json(const CellRecord& record) {
  Json json;
  json["version"] = kRecordVersion;
  json["cell"] = record.cell;
  json["case"] = record.case_name;
  json["axes"] = axes_json(record.axes);
  json["role"] = record.role;
  json["tier"] = record.tier;
  json["repetition"] = record.repetition;
  json["verdict"] = name(record.verdict);
  json["class"] = record.verdict_class;
  json["unexpected"] = record.unexpected;
  json["ranks"] = record.ranks;
  json["sentence"] = record.sentence;
  json["signature"] = record.signature;
  json["seconds"] = number(record.seconds);
  json["steps"] = record.steps;
  add_cell_as_a_whole(record, json);
  if (record.verdict == Verdict::kDeadlock && record.hang) {
    json["proved"] = record.hang->proved;
    json["doubt"] = record.hang->doubt;
  }
  json["hang"] = record.hang ? to_json(*record.hang) : Json();
  json["desync"] = record.desync ? to_json(*record.desync) : Json();
  json["note"] = record.note;
  json["evidence"] = record.evidence;
  json["rerun"] = record.rerun;
  json["timed_out"] = record.timed_out;
  json["deadline_seconds"] = number(record.deadline_seconds);
  json["interrupted"] = record.interrupted;
  json["lost"] = record.lost;
  json["reports"] = Json::array();
  for (const RankReport& report : record.reports) json["reports"].push_back(to_json(report));
  return json;
}

CellRecord record_from_json(const Json& json) {
  if (!json.is_object()) throw RecordError("no record of a cell: an object is expected");
  int version = 0;
  field(json, "version", version, Need::kRequired);
  if (version != kRecordVersion) {
    throw RecordError("a record of version " + std::to_string(version) +
                      ", but this gridlock reads version " + std::to_string(kRecordVersion));
  }
  CellRecord record;
  field(json, "cell", record.cell, Need::kRequired);
  field(json, "case", record.case_name, Need::kRequired);
  field(json, "axes", record.axes, Need::kRequired);
  field(json, "role", record.role);
  field(json, "tier", record.tier);
  field(json, "repetition", record.repetition);
  field(json, "verdict", record.verdict, Need::kRequired);
  field(json, "class", record.verdict_class);
  field(json, "unexpected", record.unexpected);
  field(json, "ranks", record.ranks);
  field(json, "sentence", record.sentence);
  field(json, "signature", record.signature);
  field(json, "seconds", record.seconds);
  field(json, "steps", record.steps);
  field(json, "evidence", record.evidence);
  field(json, "rerun", record.rerun);
  field(json, "timed_out", record.timed_out);
  field(json, "deadline_seconds", record.deadline_seconds);
  read_hang(json, "hang", record.hang);
  read_hang(json, "desync", record.desync);
  field(json, "note", record.note);
  field(json, "interrupted", record.interrupted);
  field(json, "lost", record.lost);
  field(json, "reports", record.reports, Need::kRequired);
  return record;
}

std::string to_line(const CellRecord& record) {
  return to_json(record).dump(-1, ' ', false, Json::error_handler_t::replace);
}

CellRecord record_from_line(std::string_view line) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) throw RecordError("no record of a cell: not JSON");
  return record_from_json(json);
}

}  // namespace gridlock::verdict
