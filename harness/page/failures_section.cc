#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/page/sections.h"
#include "harness/report/summary.h"
#include "harness/report/wording.h"
#include "harness/text/quantity.h"

namespace gridlock::page {
namespace {

namespace fs = std::filesystem;
using verdict::CellRecord;

// Returns the path as a link of the page: relative, with the characters escaped that end a path.
std::string link_to(const fs::path& target, const RunPage& run) {
  std::string link;
  for (const char letter : fs::proximate(target, run.page_folder).generic_string()) {
    const bool is_special = letter == '%' || letter == '?' || letter == '#' || letter == ' ';
    link += is_special ? fmt::format("%{:02X}", static_cast<unsigned char>(letter))
                       : std::string(1, letter);
  }
  return link;
}

// Adds links to the files of the evidence, if the folder is still there.
void add_evidence(Element entry, const RunPage& run, const CellRecord& record) {
  if (record.evidence.empty()) return;
  const fs::path folder = run.folder / record.evidence;
  std::vector<std::string> names;
  std::error_code gone;
  for (const auto& file : fs::directory_iterator(folder, gone))
    names.push_back(file.path().filename());
  std::ranges::sort(names);
  Element line = entry.add("p", "Evidence: ");
  line.add("a", record.evidence).set("href", link_to(folder, run));
  for (const std::string& name : names) {
    line.append(" ");
    line.add("a", name).set("href", link_to(folder / name, run));
  }
}

void add_place(Element entry, const RunPage& run, const CellRecord& record) {
  const auto place = run.summary.places.find(record.evidence);
  if (record.evidence.empty() || place == run.summary.places.end()) return;
  entry.add("p", "First difference: " + place->second);
}

void add_tracebacks(Element entry, const CellRecord& record) {
  for (const verdict::RankReport& report : record.reports) {
    if (report.traceback.empty()) continue;
    add_details(entry, fmt::format("Traceback of rank {}", report.rank))
        .add("pre", report.traceback);
  }
}

void add_failure(Element section, const RunPage& run, const std::vector<const CellRecord*>& alike) {
  const CellRecord& record = *alike.front();
  Element entry = section.add("article");
  entry.set("id", anchor_of(record));
  Element title = entry.add("h3");
  title.add("span", verdict::verdict_text(record), "bad");
  title.append(" ");
  title.add("code", report::cell_name(record.cell, record.repetition));
  entry.add("p", record.sentence);
  add_place(entry, run, record);
  if (!record.note.empty()) entry.add("p", "Note: " + record.note);
  add_evidence(entry, run, record);
  if (!record.rerun.empty()) entry.add("pre", record.rerun);
  add_tracebacks(entry, record);
  if (alike.size() == 1) return;
  Element others = add_details(entry, text::count_of(alike.size() - 1, "cell") + " failed alike");
  Element list = others.add("ul");
  for (std::size_t i = 1; i < alike.size(); ++i) {
    list.add("li")
        .set("id", anchor_of(*alike[i]))
        .add("code", report::cell_name(alike[i]->cell, alike[i]->repetition));
  }
}

}  // namespace

std::string anchor_of(const CellRecord& record) {
  return "failure-" + report::cell_name(record.cell, record.repetition);
}

void add_failures_section(Element page, const RunPage& run) {
  const auto groups = report::failures_alike(run.summary);
  if (groups.empty()) return;
  Element section = add_section(
      page, "failures", "Failures",
      "Cells that are not as expected. Failures with the same description are one entry.");
  for (const auto& alike : groups) add_failure(section, run, alike);
}

}  // namespace gridlock::page
