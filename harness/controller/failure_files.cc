#include "harness/controller/failure_files.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/process/files.h"
#include "harness/protocol/evidence_files.h"
#include "harness/text/rank_list.h"

namespace gridlock::controller {
namespace {

using verdict::CellRecord;

bool failed(const CellRecord& record) {
  return verdict::row(record.verdict).ran_to_verdict && record.verdict != verdict::Verdict::kPass &&
         record.verdict != verdict::Verdict::kXpass;
}

std::string tracebacks(const CellRecord& record) {
  std::map<std::string, std::vector<int>> ranks;
  for (const verdict::RankReport& report : record.reports) {
    if (!report.traceback.empty()) ranks[report.traceback].push_back(report.rank);
  }
  std::string text;
  for (const auto& [traceback, raised] : ranks) {
    text += fmt::format("{}:\n\n{}\n", text::rank_words(raised), traceback);
  }
  return text;
}

// Formats a value as TOML. A JSON string is also a valid TOML string.
std::string toml(const matrix::Value& value) {
  const auto* word = std::get_if<std::string>(&value);
  return word != nullptr ? nlohmann::json(*word).dump() : matrix::to_string(value);
}

// Returns the folder for --cases: the parent of the case's folder.
std::filesystem::path cases_of(const CellRecord& record, std::filesystem::path case_folder) {
  const std::filesystem::path name = record.case_name;
  for (auto part = name.begin(); part != name.end(); ++part)
    case_folder = case_folder.parent_path();
  return case_folder;
}

std::string matrix_of(const CellRecord& record, const std::filesystem::path& case_folder) {
  // A cell that failed a comparison also needs its partners to reproduce the failure.
  const bool alone = record.verdict_class.find("relation") == std::string::npos;
  std::string text = fmt::format(
      "# This cell alone: {}\n#   gridlock run cell.toml --cases '{}'\ncase = {}\nstrength = "
      "1\n{}\n[axes]\n",
      record.cell, cases_of(record, case_folder).string(), toml(record.case_name),
      alone ? "standard_relations = false\n" : "");
  for (const auto& [axis, value] : record.axes) {
    text += fmt::format("{} = [{}]\n", axis, toml(value));
  }
  return text;
}

}  // namespace

bool write_failure_files(const RunFolder& folder, CellRecord& record,
                         const std::filesystem::path& case_folder) {
  if (!failed(record)) return false;
  const std::string name = RunFolder::evidence(record.cell, record.repetition);
  const std::filesystem::path path = folder.root() / name;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!process::write_text(path / "cell.toml", matrix_of(record, case_folder))) return false;
  const std::string raised = tracebacks(record);
  if (!raised.empty()) process::write_text(path / "traceback.txt", raised);
  record.evidence = name;
  return true;
}

void discard_logs_of_pass(const RunFolder& folder, CellRecord& record) {
  const bool passed =
      record.verdict == verdict::Verdict::kPass || record.verdict == verdict::Verdict::kXpass;
  if (!passed || record.evidence.empty()) return;
  const std::filesystem::path path = folder.root() / record.evidence;
  std::error_code error;
  for (const verdict::RankReport& report : record.reports) {
    std::filesystem::remove(path / protocol::log_file(report.rank), error);
  }
  if (!std::filesystem::is_empty(path, error) || error) return;
  std::filesystem::remove(path, error);
  std::filesystem::remove(path.parent_path(), error);  // removes evidence/ if it is empty
  record.evidence.clear();
}

}  // namespace gridlock::controller
