#include "harness/controller/ledger.h"

#include <algorithm>

#include "harness/controller/failure_files.h"
#include "harness/controller/script_request.h"
#include "harness/verdict/judge.h"

namespace gridlock::controller {

Ledger::Ledger(const matrix::Plan& plan, const RunFolder& folder, report::ResultsLog& log,
               report::Reporter& reporter, std::string today, Scripts* scripts, bool keep_logs)
    : plan_(plan),
      folder_(folder),
      log_(log),
      reporter_(reporter),
      today_(std::move(today)),
      scripts_(scripts),
      keep_logs_(keep_logs) {
  std::set<std::string> planned;
  for (const matrix::PlannedCell& cell : plan.cells) planned.insert(cell.cell.id);
  for (const verdict::CellRecord& record : log.earlier()) {
    if (planned.contains(record.cell)) keep(record);
  }
  taken_over_ = finished_.size();
}

verdict::Verdict Ledger::add(verdict::CellRecord record, const matrix::PlannedCell& planned,
                             double now) {
  verdict::judge(record, planned);
  const auto others = [&](const std::string& cell) { return find(cell); };
  verdict::judge_relations(record, planned, others);
  verdict::judge_costs(record, planned, others);
  verdict::note_printed(record, planned, others);
  verdict::note_differences(record);
  verdict::apply_expectations(record, planned, today_);
  const bool has_folder = write_failure_files(folder_, record, planned.recipe.case_folder);
  if (!keep_logs_) discard_logs_of_pass(folder_, record);
  log_.append(record);
  if (has_folder && scripts_ != nullptr) ask_for_script(record, planned);
  const verdict::Verdict verdict = record.verdict;
  reporter_.on_cell_finished(record, now);
  keep(std::move(record));
  return verdict;
}

void Ledger::ask_for_script(const verdict::CellRecord& record, const matrix::PlannedCell& planned) {
  const auto* control =
      control_of(plan_, planned, record, [&](const std::string& cell) { return find(cell); });
  ScriptRequest request{planned, &record, control, scripts_->on_gpus(planned.cell)};
  if (verdict_before_expectations(record) == verdict::Verdict::kCompileBlowup) {
    request.growth = growing_cell(record, records_);
  }
  scripts_->add(record.evidence, to_json_text(request),
                folder_.root() / record.evidence / kScriptName);
}

void Ledger::keep(verdict::CellRecord record) {
  if (!finished_.insert({record.cell, record.repetition}).second) {
    std::erase_if(records_, [&](const verdict::CellRecord& earlier) {
      return earlier.cell == record.cell && earlier.repetition == record.repetition;
    });
  }
  records_.push_back(std::move(record));
}

bool Ledger::is_finished(const Training& training) const {
  return finished_.contains({plan_.cells[training.index].cell.id, training.repetition});
}

const verdict::CellRecord* Ledger::find(const std::string& cell) const {
  const auto record = std::find_if(records_.begin(), records_.end(),
                                   [&](const auto& candidate) { return candidate.cell == cell; });
  return record == records_.end() ? nullptr : &*record;
}

}  // namespace gridlock::controller
