#include "harness/controller/ledger.h"

#include <algorithm>

#include "harness/controller/failure_files.h"
#include "harness/verdict/judge.h"

namespace gridlock::controller {

Ledger::Ledger(const matrix::Plan& plan, const RunFolder& folder, report::ResultsLog& log,
               report::Reporter& reporter, std::string today)
    : plan_(plan), folder_(folder), log_(log), reporter_(reporter), today_(std::move(today)) {
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
  verdict::judge_relations(record, planned, [&](const std::string& cell) { return find(cell); });
  verdict::apply_expectations(record, planned, today_);
  write_failure_files(folder_, record);
  log_.append(record);
  const verdict::Verdict verdict = record.verdict;
  reporter_.on_cell_finished(record, now);
  keep(std::move(record));
  return verdict;
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
