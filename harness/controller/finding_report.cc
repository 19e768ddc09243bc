#include "harness/controller/finding_report.h"

#include <algorithm>
#include <filesystem>

#include "harness/controller/compile_times.h"
#include "harness/diagnosis/early_exit.h"
#include "harness/diagnosis/note.h"
#include "harness/diagnosis/sentence.h"
#include "harness/monitor/evidence.h"
#include "harness/process/files.h"
#include "harness/protocol/evidence_files.h"
#include "harness/prover/shift.h"
#include "harness/text/process_end.h"
#include "harness/verdict/fault.h"
#include "harness/verdict/traceback.h"

namespace gridlock::controller {
namespace {

namespace fs = std::filesystem;
using diagnosis::Evidence;
using diagnosis::RankEvidence;
using facts::Class;

// Returns the stacks of a rank from py-spy's file. If there is no such file, returns those that
// faulthandler wrote to the rank's output.
std::vector<diagnosis::ThreadStack> stacks_of(const fs::path& folder, int rank) {
  const auto in = [&](const std::string& file) {
    return diagnosis::parse_stacks(process::read_text(folder / file));
  };
  auto threads = in(protocol::stacks_file(rank));
  return threads.empty() ? in(protocol::log_file(rank)) : threads;
}

bool is_compile(Class cls) {
  return cls == Class::kCompileSkew || cls == Class::kSlowCompile;
}

std::string end_of(const verdict::CellRecord& record, int rank) {
  const auto report = std::ranges::find(record.reports, rank, &verdict::RankReport::rank);
  if (report == record.reports.end() || report->stopped) return "";
  if (report->signal == 0 && !report->exit_code) return "";
  return text::end_words(report->signal, report->exit_code.value_or(0));
}

monitor::RankDetails details_of(const RunningTraining& job, const fs::path& folder, double now,
                                const verdict::CellRecord& record) {
  monitor::RankDetails details;
  for (const report::RankPhase& phase : job.phases(now)) {
    details[phase.rank] = {phase.seconds, end_of(record, phase.rank),
                           stacks_of(folder, phase.rank)};
  }
  return details;
}

// Returns the traceback of a rank that raised, as the stack of its main thread.
std::vector<diagnosis::ThreadStack> traceback_of(const verdict::CellRecord& record, int rank) {
  const auto report = std::ranges::find(record.reports, rank, &verdict::RankReport::rank);
  if (report == record.reports.end()) return {};
  const auto frame = verdict::blamed_frame(report->traceback);
  if (!frame) return {};
  diagnosis::ThreadStack stack;
  stack.main = true;
  stack.frames = {*frame};
  return {stack};
}

double longest_compile(const Evidence& evidence) {
  double longest = 0;
  for (const RankEvidence& rank : evidence.ranks) {
    if (rank.phase == "compile") longest = std::max(longest, rank.phase_seconds);
  }
  return longest;
}

}  // namespace

void explain_finding(const RunningTraining& job, const RunFolder& folder,
                     const std::vector<verdict::CellRecord>& finished, double growth, double now,
                     verdict::CellRecord& record) {
  const monitor::Examination& examination = job.examination();
  const std::string relative = RunFolder::evidence(record.cell, record.repetition);
  const fs::path path = folder.root() / relative;
  const monitor::RankDetails details = details_of(job, path, now, record);
  if (const auto& desync = examination.desync()) {
    const auto evidence = monitor::evidence_of(*desync, examination, details);
    record.desync = monitor::finding_record_of(evidence, examination);
  }
  if (const auto shift = prover::find_shift(examination.second())) {
    verdict::add_note(record, diagnosis::note(*shift));
  }
  const auto finding = job.finding();
  if (!finding) {
    if (record.timed_out) monitor::write_snapshots(path, examination);
    return;
  }
  Evidence evidence = monitor::evidence_of(*finding, examination, details);
  if (is_compile(evidence.finding.cls)) {
    evidence.blowup = find_blowup(record, finished, longest_compile(evidence), growth);
  }
  record.finding = monitor::finding_record_of(evidence, examination);
  if (monitor::write_finding(path, evidence, examination)) record.evidence = relative;
}

void explain_early_exit(const RunningTraining& job, verdict::CellRecord& record) {
  const std::vector<int> finished = verdict::finished_ranks(record);
  if (finished.empty() || finished.size() == record.reports.size()) return;
  Evidence evidence;
  for (const facts::RankFacts& facts : job.examination().second().ranks) {
    evidence.ranks.push_back(monitor::evidence_of(facts));
    evidence.ranks.back().threads = traceback_of(record, facts.rank);
  }
  record.early_exit = diagnosis::find_early_exit(evidence, finished);
}

std::string describe_stall(const RunningTraining& job, const facts::Finding& stall, double now) {
  monitor::RankDetails details;
  for (const report::RankPhase& phase : job.phases(now)) details[phase.rank] = {phase.seconds};
  return diagnosis::sentence(monitor::evidence_of(stall, job.examination(), details));
}

}  // namespace gridlock::controller
