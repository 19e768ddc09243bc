#include "harness/report/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "harness/process/files.h"
#include "harness/report/output_error.h"
#include "harness/report/wording.h"
#include "harness/report/xml_text.h"

namespace gridlock::report {
namespace {

using verdict::CellRecord;
using verdict::TestResult;

// How JUnit shows a result other than a pass: the element in the testcase, and the attribute that
// counts such results.
struct Element {
  TestResult result;
  const char* name;
  const char* total;
};
constexpr std::array<Element, 3> kElements{{
    {TestResult::kFailure, "failure", "failures"},
    {TestResult::kError, "error", "errors"},
    {TestResult::kSkipped, "skipped", "skipped"},
}};

TestResult result_of(const CellRecord& record) {
  const TestResult result = verdict::row(record.verdict).result;
  // A strict xpass counts as a failure.
  return record.unexpected && result == TestResult::kPassed ? TestResult::kFailure : result;
}

std::string details(const CellRecord& record) {
  std::string text = record.sentence + "\n";
  if (!record.note.empty()) text += "note: " + record.note + "\n";
  if (!record.evidence.empty()) text += "evidence: " + record.evidence + "\n";
  if (!record.rerun.empty()) text += "run again: " + record.rerun + "\n";
  for (int rank : record.ranks) {
    for (const verdict::RankReport& report : record.reports) {
      if (report.rank != rank || report.traceback.empty()) continue;
      text += fmt::format("\nrank {}:\n{}", rank, report.traceback);
    }
  }
  return text;
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name) = xml_text(value).c_str();
}

struct TestName {
  std::string class_name, name;
};

// Adds a testcase. Returns the element for its result, or null for a pass.
pugi::xml_node add_testcase(pugi::xml_node suite, const TestName& name, double seconds,
                            TestResult result) {
  pugi::xml_node testcase = suite.append_child("testcase");
  set(testcase, "classname", name.class_name);
  set(testcase, "name", name.name);
  set(testcase, "time", fmt::format("{:.3f}", seconds));
  const auto element = std::ranges::find(kElements, result, &Element::result);
  return element == kElements.end() ? pugi::xml_node() : testcase.append_child(element->name);
}

void add_testcase(pugi::xml_node suite, const CellRecord& record) {
  const TestName name{record.case_name, cell_name(record.cell, record.repetition)};
  pugi::xml_node element = add_testcase(suite, name, record.seconds, result_of(record));
  if (!element) return;
  std::string type = verdict::verdict_text(record);
  if (!record.verdict_class.empty()) type += ": " + record.verdict_class;
  set(element, "type", type);
  set(element, "message", record.sentence);
  element.text() = xml_text(details(record)).c_str();
}

TestResult result_of(const verdict::ClaimFinding& finding) {
  if (finding.is_unexpected()) return TestResult::kFailure;
  return finding.answer == verdict::ClaimAnswer::kHeld ? TestResult::kPassed : TestResult::kSkipped;
}

void add_testcase(pugi::xml_node suite, const verdict::ClaimFinding& finding) {
  pugi::xml_node element = add_testcase(suite, {"claims", finding.name}, 0, result_of(finding));
  if (!element) return;
  set(element, "type", std::string("claim: ") + verdict::word_of(finding.answer));
  set(element, "message", finding.sentence);
}

void set_totals(pugi::xml_node node, const RunSummary& summary) {
  std::map<TestResult, int> counts;
  for (const CellRecord& record : summary.records) ++counts[result_of(record)];
  for (const verdict::ClaimFinding& finding : summary.claims) ++counts[result_of(finding)];
  set(node, "tests", std::to_string(summary.records.size() + summary.claims.size()));
  for (const Element& element : kElements)
    set(node, element.total, std::to_string(counts[element.result]));
  set(node, "time", fmt::format("{:.3f}", summary.seconds));
}

}  // namespace

std::string junit_xml(const std::string& suite, const RunSummary& summary) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  set_totals(root, summary);
  pugi::xml_node node = root.append_child("testsuite");
  set(node, "name", suite);
  set_totals(node, summary);
  for (const CellRecord& record : summary.records) add_testcase(node, record);
  for (const verdict::ClaimFinding& finding : summary.claims) add_testcase(node, finding);
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

JunitReporter::JunitReporter(const std::filesystem::path& file) : file_(file) {
  create_parent(file);
  if (!process::can_write(file)) throw OutputError("write", file, errno);
}

void JunitReporter::on_start(const matrix::Plan& plan, const RunInfo& /*info*/, double /*now*/) {
  suite_ = plan.matrix_name;
}

void JunitReporter::on_end(const RunSummary& summary, double /*now*/) {
  if (!process::replace_text(file_, junit_xml(suite_, summary)))
    throw OutputError("write", file_, errno);
}

}  // namespace gridlock::report
