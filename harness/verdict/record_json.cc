#include <algorithm>

#include "harness/fields/read.h"
#include "harness/fields/schema.h"
#include "harness/fields/write.h"
#include "harness/verdict/record.h"
#include "harness/verdict/record_fields.h"

namespace gridlock::verdict {
namespace {

void raise_to(protocol::CompileCounters& most, const protocol::CompileCounters& counters) {
  using C = protocol::CompileCounters;
  for (int C::*counter : {&C::graphs, &C::breaks, &C::recompiles, &C::cache_hits, &C::cache_misses,
                          &C::cache_bypasses}) {
    most.*counter = std::max(most.*counter, counters.*counter);
  }
}

Summary summary_of(const CellRecord& record) {
  Summary summary;
  summary.phases = slowest_phases(record);
  if (record.reports.empty()) return summary;
  summary.losses = record.reports.front().losses;
  summary.grad_norms = record.reports.front().grad_norms;
  summary.peak_memory_mib = largest_of(record, &RankReport::peak_memory_mib);
  for (const RankReport& report : record.reports) {
    if (!report.compile) continue;
    if (!summary.compile) summary.compile.emplace();
    raise_to(*summary.compile, *report.compile);
  }
  return summary;
}

Proof proof_of(const CellRecord& record) {
  if (record.verdict != Verdict::kDeadlock || !record.finding) return {};
  return {record.finding->proved, record.finding->doubt};
}

CellRecord read_record(const Json& json) {
  const int version = fields::from_json<Head>(json).version;
  if (version != kRecordVersion) {
    throw RecordError("the record has version " + std::to_string(version) +
                      ", but this gridlock reads version " + std::to_string(kRecordVersion));
  }
  auto record = fields::from_json<CellRecord>(json);
  for (const auto* finding : {&record.finding, &record.desync}) {
    if (*finding) verdict_named((*finding)->verdict);
  }
  return record;
}

}  // namespace

Json to_json(const CellRecord& record) {
  Json json = fields::to_json<Json>(Head{kRecordVersion});
  json.update(fields::to_json<Json>(record));
  const Json reports = json["reports"];
  json.erase("reports");
  json.update(fields::to_json<Json>(summary_of(record)));
  json.update(fields::to_json<Json>(proof_of(record)));
  json["reports"] = reports;  // the longest field comes last
  return json;
}

Json record_schema() {
  return fields::object_schema<Json, Head, CellRecord, Summary, Proof>();
}

CellRecord record_from_json(const Json& json) {
  if (!json.is_object()) throw RecordError("not a record of a cell: expected a JSON object");
  try {
    return read_record(json);
  } catch (const fields::Error& error) {
    throw RecordError(error.what());
  } catch (const std::invalid_argument& error) {  // an unknown verdict
    throw RecordError(error.what());
  }
}

std::string to_line(const CellRecord& record) {
  return to_json(record).dump(-1, ' ', false, Json::error_handler_t::replace);
}

CellRecord record_from_line(std::string_view line) {
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) throw RecordError("not a record of a cell: not valid JSON");
  return record_from_json(json);
}

}  // namespace gridlock::verdict
