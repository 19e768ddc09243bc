#include "harness/verdict/record.h"

#include <algorithm>

#include "harness/verdict/agreement.h"

namespace gridlock::verdict {
namespace {

std::string to_string(matrix::CellRole role) {
  switch (role) {
    case matrix::CellRole::kCovering:
      return "covering";
    case matrix::CellRole::kAdded:
      return "added";
    case matrix::CellRole::kReference:
      return "reference";
  }
  return "";
}

CellRecord make_record(const matrix::Cell& cell) {
  CellRecord record;
  record.cell = cell.id;
  record.case_name = cell.case_name;
  record.axes = cell.values;
  return record;
}

}  // namespace

bool is_likely(const CellRecord& record) {
  return record.verdict == Verdict::kDeadlock && record.finding && !record.finding->proved;
}

std::string verdict_text(const CellRecord& record) {
  return (is_likely(record) ? "likely " : "") + std::string(name(record.verdict));
}

CellRecord make_record(const matrix::PlannedCell& planned) {
  CellRecord record = make_record(planned.cell);
  record.role = to_string(planned.role);
  return record;
}

std::string word_of(const CellRecord& record, std::string_view axis) {
  const auto found = std::ranges::find(record.axes, axis, [](const auto& a) { return a.first; });
  return found == record.axes.end() ? "" : matrix::to_string(found->second);
}

CellRecord make_record(const matrix::InfeasibleCell& infeasible) {
  CellRecord record = make_record(infeasible.cell);
  record.role = to_string(matrix::CellRole::kAdded);
  record.verdict = Verdict::kInfeasible;
  record.verdict_class = "constraint";
  record.sentence = infeasible.reason;
  record.signature = "infeasible";
  return record;
}

double largest_of(const CellRecord& record, double RankReport::*number) {
  double most = 0;
  for (const RankReport& report : record.reports) most = std::max(most, report.*number);
  return most;
}

std::map<std::string, double> slowest_phases(const CellRecord& record) {
  std::map<std::string, double> slowest;
  for (const RankReport& report : record.reports) {
    for (const auto& [phase, seconds] : report.seconds) {
      double& so_far = slowest[phase];
      so_far = std::max(so_far, seconds);
    }
  }
  return slowest;
}

std::optional<Numbers> numbers(const CellRecord& record) {
  const bool all_finished =
      !record.reports.empty() && std::ranges::all_of(record.reports, &RankReport::finished);
  if (!all_finished || record.reports.front().losses.empty()) return std::nullopt;
  if (find_numbers_fault(record)) return std::nullopt;
  const RankReport& first = record.reports.front();
  return Numbers{first.losses, first.grad_norms, golden::whole_states(states_of(record))};
}

void add_note(CellRecord& record, const std::string& sentence) {
  if (!record.note.empty()) record.note += ". ";
  record.note += sentence;
}

}  // namespace gridlock::verdict
