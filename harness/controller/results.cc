#include "harness/controller/results.h"

#include <algorithm>

#include "harness/controller/cell_matrix.h"
#include "harness/controller/failure_files.h"
#include "harness/controller/script_request.h"
#include "harness/verdict/judge.h"

namespace gridlock::controller {

Results::Results(const matrix::Plan& plan, const RunFolder& folder, report::ResultsLog& log,
                 report::Reporter& reporter, std::string today, ReproExporter* exporter,
                 bool keep_logs, std::string cell_options)
    : plan_(plan),
      folder_(folder),
      log_(log),
      reporter_(reporter),
      today_(std::move(today)),
      exporter_(exporter),
      keep_logs_(keep_logs),
      cell_options_(std::move(cell_options)) {
  std::set<std::string> planned;
  for (const matrix::PlannedCell& cell : plan.cells) planned.insert(cell.cell.id);
  for (const verdict::CellRecord& record : log.earlier()) {
    if (planned.contains(record.cell)) store(record);
  }
  resumed_count_ = finished_.size();
}

verdict::Verdict Results::add(verdict::CellRecord record, const matrix::PlannedCell& planned,
                              double now) {
  verdict::judge(record, planned);
  const auto others = [&](const std::string& cell) { return find(cell); };
  verdict::judge_relations(record, planned, others);
  verdict::judge_costs(record, planned, others);
  verdict::note_printed(record, planned, others);
  verdict::note_differences(record);
  verdict::apply_expectations(record, planned, today_);
  const bool has_folder = write_failure_files(folder_, record, [&] {
    return cell_matrix(plan_, planned, record, records_, cell_options_);
  });
  if (!keep_logs_) discard_logs_of_pass(folder_, record);
  log_.append(record);
  if (has_folder && exporter_ != nullptr) request_script(record, planned);
  const verdict::Verdict verdict = record.verdict;
  reporter_.on_cell_finished(record, now);
  store(std::move(record));
  return verdict;
}

void Results::request_script(const verdict::CellRecord& record,
                             const matrix::PlannedCell& planned) {
  const auto* control =
      control_of(plan_, planned, record, [&](const std::string& cell) { return find(cell); });
  ScriptRequest request{planned, &record, control, exporter_->on_gpus(planned.cell)};
  if (verdict_before_expectations(record) == verdict::Verdict::kCompileBlowup) {
    request.growth = growing_cell(record, records_);
  }
  exporter_->add(record.evidence, to_json_text(request),
                 folder_.root() / record.evidence / kScriptName);
}

void Results::store(verdict::CellRecord record) {
  if (!finished_.insert({record.cell, record.repetition}).second) {
    std::erase_if(records_, [&](const verdict::CellRecord& earlier) {
      return earlier.cell == record.cell && earlier.repetition == record.repetition;
    });
  }
  records_.push_back(std::move(record));
}

bool Results::is_finished(const Training& training) const {
  return finished_.contains({plan_.cells[training.index].cell.id, training.repetition});
}

const verdict::CellRecord* Results::find(const std::string& cell) const {
  const auto record = std::find_if(records_.begin(), records_.end(),
                                   [&](const auto& candidate) { return candidate.cell == cell; });
  return record == records_.end() ? nullptr : &*record;
}

}  // namespace gridlock::controller
