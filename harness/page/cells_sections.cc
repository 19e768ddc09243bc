#include <fmt/format.h>

#include "harness/page/map_data.h"
#include "harness/page/sections.h"
#include "harness/report/claims.h"
#include "harness/report/summary.h"
#include "harness/report/wording.h"
#include "harness/text/quantity.h"

namespace gridlock::page {
namespace {

using verdict::CellRecord;

void add_fact(Element list, std::string_view name, const std::string& value) {
  if (value.empty()) return;
  list.add("dt", name);
  list.add("dd", value);
}

void add_row(Element table, const CellRecord& record) {
  Element row = table.add("tr");
  row.add("td", verdict::verdict_text(record));
  row.add("td").add("code", report::cell_name(record.cell, record.repetition));
  row.add("td", text::duration(record.seconds), "number");
}

}  // namespace

void add_map_section(Element page, const RunPage& run) {
  if (run.summary.records.empty()) return;
  Element section = add_section(page, "map", "Map",
                                "All cells by two axes. A square shows its worst verdict and how "
                                "many cells it holds; the menus choose the axes and filter by the "
                                "others.");
  section.add("noscript").add("p", "The map needs JavaScript. The sections around it do not.");
  section.add("div").set("id", "map-menus");
  section.add("div").set("id", "map-grid");
  section.add("div").set("id", "map-cells").set("aria-live", "polite");
}

void add_claims_section(Element page, const RunPage& run) {
  if (run.summary.claims.empty()) return;
  Element section =
      add_section(page, "claims", "Claims", "What the matrix promises of several cells together.");
  std::string text;
  for (const report::Line& line : report::claim_lines(run.summary.claims))
    text += line.render(report::kUncut, false) + "\n";
  section.add("pre", text);
}

void add_run_section(Element page, const RunPage& run) {
  Element section = add_section(page, "run", "Run", "What was covered, where and how.");
  Element facts = section.add("dl");
  add_fact(facts, "machine", run.info.machine);
  add_fact(facts, "tier", run.info.tier);
  add_fact(facts, "cells at a time", fmt::format("{}", run.info.jobs));
  if (run.summary.coverage)
    add_fact(facts, "covered", report::coverage_text(*run.summary.coverage));
  add_fact(facts, "note", run.summary.note);
  add_fact(facts, "results", run.folder.string());
  add_fact(facts, "resume", run.summary.resume);
}

void add_expected_section(Element page, const RunPage& run) {
  std::vector<const CellRecord*> expected;
  for (const CellRecord& record : run.summary.records) {
    if (!record.unexpected) expected.push_back(&record);
  }
  if (expected.empty()) return;
  Element section =
      add_section(page, "expected", "As expected", "Cells that need nobody's attention.");
  Element table = add_details(section, text::count_of(expected.size(), "cell")).add("table");
  for (const CellRecord* record : expected) add_row(table, *record);
}

}  // namespace gridlock::page
