#include "harness/report/junit.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <fstream>

#include "harness/report/output_error.h"
#include "harness/report/wording.h"
#include "harness/report/xml.h"

namespace gridlock::report {
namespace {

using verdict::CellRecord;
using verdict::Verdict;

enum class Element { kNone, kFailure, kError, kSkipped };
constexpr std::array<const char*, 4> kElementNames = {"", "failure", "error", "skipped"};

// In the order of verdict::table().
constexpr std::array<Element, 16> kElements = {
    Element::kNone,     // pass
    Element::kFailure,  // wrong
    Element::kError,    // crash
    Element::kError,    // deadlock
    Element::kError,    // stall
    Element::kError,    // compile_skew
    Element::kError,    // compile_blowup
    Element::kFailure,  // desync
    Element::kError,    // timeout
    Element::kFailure,  // not_compiled
    Element::kSkipped,  // infeasible
    Element::kSkipped,  // skipped
    Element::kSkipped,  // quarantined
    Element::kSkipped,  // xfail
    Element::kNone,     // xpass
    Element::kSkipped,  // interrupted
};
static_assert(kElements.size() == static_cast<std::size_t>(Verdict::kInterrupted) + 1);

Element element_of(const CellRecord& record) {
  const Element element = kElements.at(static_cast<std::size_t>(record.verdict));
  // A strict xpass.
  return record.unexpected && element == Element::kNone ? Element::kFailure : element;
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

std::string testcase(const CellRecord& record) {
  const Element element = element_of(record);
  std::string text = fmt::format(
      R"(    <testcase classname="{}" name="{}" time="{:.3f}")", xml_escape(record.case_name),
      xml_escape(cell_name(record.cell, record.repetition)), record.seconds);
  if (element == Element::kNone) return text + "/>\n";
  const char* name = kElementNames.at(static_cast<std::size_t>(element));
  std::string type = verdict::verdict_text(record);
  if (!record.verdict_class.empty()) type += ": " + record.verdict_class;
  return text + fmt::format(
                    ">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>\n", name,
                    xml_escape(type), xml_escape(record.sentence), xml_escape(details(record)));
}

std::filesystem::path unfinished(const std::filesystem::path& file) {
  return file.string() + fmt::format(".{}.tmp", getpid());
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (!stream) {
    const int error = errno;
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    throw OutputError("write", file, error);
  }
}

}  // namespace

std::string junit_xml(const std::string& suite, const RunSummary& summary) {
  std::array<std::size_t, kElementNames.size()> counts{};
  std::string cases;
  for (const CellRecord& record : summary.records) {
    ++counts.at(static_cast<std::size_t>(element_of(record)));
    cases += testcase(record);
  }
  const std::string totals =
      fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")",
                  summary.records.size(), counts[1], counts[2], counts[3], summary.seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites {0}>\n  <testsuite name=\"{1}\" {0}>\n{2}  </testsuite>\n</testsuites>\n",
      totals, xml_escape(suite), cases);
}

JunitReporter::JunitReporter(const std::filesystem::path& file) : file_(file) {
  create_parent(file);
  write(unfinished(file_), "\n");
  std::filesystem::remove(unfinished(file_));
}

void JunitReporter::on_start(const matrix::Plan& plan, const RunInfo& /*info*/, double /*now*/) {
  suite_ = plan.matrix_name;
}

void JunitReporter::on_end(const RunSummary& summary, double /*now*/) {
  write(unfinished(file_), junit_xml(suite_, summary));
  std::error_code error;
  std::filesystem::rename(unfinished(file_), file_, error);
  if (error) throw OutputError("replace", file_, error.value());
}

}  // namespace gridlock::report
