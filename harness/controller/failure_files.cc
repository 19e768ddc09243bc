#include "harness/controller/failure_files.h"

#include <fmt/format.h>

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

}  // namespace

bool write_failure_files(const RunFolder& folder, CellRecord& record,
                         const std::function<std::string()>& cell_matrix) {
  if (!failed(record)) return false;
  const std::string name = RunFolder::evidence(record.cell, record.repetition);
  const std::filesystem::path path = folder.root() / name;
  std::error_code error;
  std::filesystem::create_directories(path, error);
  bool written = process::write_text(path / "cell.toml", cell_matrix());
  const std::string raised = tracebacks(record);
  if (!raised.empty()) written |= process::write_text(path / "traceback.txt", raised);
  if (written) record.evidence = name;
  return written;
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
