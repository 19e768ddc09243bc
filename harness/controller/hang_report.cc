#include "harness/controller/hang_report.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "harness/controller/compile_times.h"
#include "harness/controller/evidence_files.h"
#include "harness/diagnosis/note.h"
#include "harness/diagnosis/sentence.h"
#include "harness/process/files.h"
#include "harness/prover/shift.h"

namespace gridlock::controller {
namespace {

namespace fs = std::filesystem;
using diagnosis::Evidence;
using diagnosis::RankEvidence;

// py-spy's file, or what faulthandler wrote among the rank's output.
std::vector<diagnosis::ThreadStack> stacks_of(const fs::path& folder, int rank) {
  const std::string number = std::to_string(rank);
  auto threads =
      diagnosis::parse_stacks(process::read_text(folder / ("stacks-rank" + number + ".txt")));
  if (threads.empty()) {
    threads = diagnosis::parse_stacks(process::read_text(folder / ("rank" + number + ".log")));
  }
  return threads;
}

std::string end_of(const verdict::CellRecord& record, int rank) {
  const auto report = std::ranges::find(record.reports, rank, &verdict::RankReport::rank);
  if (report == record.reports.end() || report->stopped) return "";
  if (report->signal != 0) return "was killed by signal " + std::to_string(report->signal);
  if (report->exit_code) return "exited with code " + std::to_string(*report->exit_code);
  return "";
}

// Where everything comes from that a diagnosis is made of.
struct Sources {
  const Job& job;
  fs::path folder;
  double now;
  const verdict::CellRecord& record;
};

Evidence gather(const prover::Finding& finding, const Sources& from) {
  Evidence evidence = evidence_of(finding, from.job.examination());
  std::map<int, double> seconds;
  for (const report::RankPhase& phase : from.job.phases(from.now)) {
    seconds[phase.rank] = phase.seconds;
  }
  for (RankEvidence& rank : evidence.ranks) {
    if (seconds.contains(rank.rank)) rank.phase_seconds = seconds.at(rank.rank);
    rank.end = end_of(from.record, rank.rank);
    rank.threads = stacks_of(from.folder, rank.rank);
  }
  return evidence;
}

verdict::Verdict verdict_of(const prover::Finding& finding) {
  using prover::Kind;
  if (finding.kind == Kind::kDeadlock) return verdict::Verdict::kDeadlock;
  if (finding.kind == Kind::kDesync) return verdict::Verdict::kDesync;
  const bool skew = finding.cls == prover::Class::kCompileSkew && !finding.blocked.empty();
  return skew ? verdict::Verdict::kCompileSkew : verdict::Verdict::kStall;
}

std::vector<int> who_waits(const prover::Finding& finding) {
  std::vector<int> ranks;
  for (const prover::Blocked& blocked : finding.blocked) ranks.push_back(blocked.rank);
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

verdict::Hang in_words(const Evidence& evidence) {
  const prover::Finding& finding = evidence.finding;
  verdict::Hang hang;
  const bool blown_up = evidence.blowup && evidence.blowup->past_bound;
  hang.verdict = blown_up ? verdict::Verdict::kCompileBlowup : verdict_of(finding);
  hang.hang_class = prover::name(finding.cls);
  hang.ranks = finding.at_fault;
  hang.waiting = who_waits(finding);
  hang.sentence = diagnosis::sentence(evidence);
  hang.rule = finding.rule;
  hang.signature = diagnosis::signature(evidence);
  hang.proved = finding.kind == prover::Kind::kDeadlock && finding.proved;
  hang.doubt = prover::doubt(finding);
  return hang;
}

// Why the job was stopped, or would have been.
std::optional<prover::Finding> finding_of(const Job& job) {
  const Examination& examination = job.examination();
  if (examination.deadlock()) return examination.deadlock();
  switch (job.stop_reason()) {
    case Job::StopReason::kLikely:
      return examination.likely();
    case Job::StopReason::kDesync:
      return examination.desync();
    case Job::StopReason::kDeadline:
      return examination.likely() ? examination.likely() : examination.stall();
    default:
      return std::nullopt;
  }
}

double longest_compile(const Evidence& evidence) {
  double longest = 0;
  for (const RankEvidence& rank : evidence.ranks) {
    if (rank.phase == "compile") longest = std::max(longest, rank.phase_seconds);
  }
  return longest;
}

}  // namespace

void explain_hang(const Job& job, const RunFolder& folder,
                  const std::vector<verdict::CellRecord>& finished, double now,
                  verdict::CellRecord& record) {
  const Examination& examination = job.examination();
  const std::string relative = RunFolder::evidence(record.cell, record.repetition);
  const fs::path path = folder.root() / relative;
  const Sources sources{job, path, now, record};
  if (examination.desync()) record.desync = in_words(gather(*examination.desync(), sources));
  if (const auto shift = prover::find_shift(examination.second())) {
    record.note = diagnosis::note(*shift);
  }
  const auto finding = finding_of(job);
  if (finding || job.stop_reason() == Job::StopReason::kDeadline) {
    write_snapshots(path, examination);
  }
  if (!finding) return;
  Evidence evidence = gather(*finding, sources);
  if (finding->cls == prover::Class::kCompileSkew) {  // waited for or not
    evidence.blowup = find_blowup(record, finished, longest_compile(evidence));
  }
  record.hang = in_words(evidence);
  if (record.hang->proved) record.hang->latency_ms = examination.latency_ms();
  if (write_diagnosis(path, evidence, examination)) record.evidence = relative;
}

std::string stall_in_words(const Job& job, const prover::Finding& stall, double now) {
  const verdict::CellRecord nothing_ended;
  return diagnosis::sentence(gather(stall, {job, fs::path(), now, nothing_ended}));
}

}  // namespace gridlock::controller
