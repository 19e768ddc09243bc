#include "harness/report/jsonl.h"

namespace gridlock::report {

JsonlReporter::JsonlReporter(const std::filesystem::path& file) : file_(file) {
  file_.truncate(0);
}

void JsonlReporter::on_start(const matrix::Plan& /*plan*/, const RunInfo& info, double now) {
  for (const verdict::CellRecord& record : info.earlier) on_cell_finished(record, now);
}

void JsonlReporter::on_cell_finished(const verdict::CellRecord& record, double /*now*/) {
  if (record.verdict == verdict::Verdict::kInterrupted) return;
  file_.append(verdict::to_line(record));
}

}  // namespace gridlock::report
