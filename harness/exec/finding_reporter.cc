#include "harness/exec/finding_reporter.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "harness/diagnosis/brief_standing.h"
#include "harness/diagnosis/doing.h"
#include "harness/diagnosis/render.h"
#include "harness/diagnosis/sentence.h"
#include "harness/diagnosis/standing.h"
#include "harness/exec/explanation.h"
#include "harness/monitor/evidence.h"
#include "harness/text/rank_list.h"

namespace gridlock::exec {

FindingReporter::FindingReporter(const ExecOptions& options, const Console& console,
                                 JobRegistry& registry, OtherHosts& others,
                                 StackOptions stack_options)
    : options_(options),
      console_(console),
      registry_(registry),
      others_(others),
      stack_options_(std::move(stack_options)),
      evidence_(options.evidence) {}

facts::Outcome FindingReporter::report_deadlock(const Job& job) {
  console_.alarm(
      fmt::format("deadlock, proved {:.0f} ms after the last event", job.examination.latency_ms()));
  return explain(job, *job.examination.deadlock());
}

facts::Outcome FindingReporter::report_timeout(const Job& job, double seconds) {
  const auto evidence = collect_evidence(job, facts::Finding{}, stack_options_, others_);
  console_.block(diagnosis::render_standing(evidence));
  write_evidence(
      job, [&](const auto& folder) { return monitor::write_snapshots(folder, job.examination); });
  return timeout_of(evidence, seconds);
}

facts::Outcome FindingReporter::explain(const Job& job, const facts::Finding& finding) {
  const auto evidence = collect_evidence(job, finding, stack_options_, others_);
  print(evidence);
  write_evidence(job, [&](const auto& folder) {
    return monitor::write_finding(folder, evidence, job.examination);
  });
  return outcome_of(job, evidence);
}

// Prints the explanation. If it is the one that was printed last, prints only its sentence: a job
// that goes on after a likely deadlock may end with the same finding.
void FindingReporter::print(const diagnosis::Evidence& evidence) {
  const std::string sentence = diagnosis::sentence(evidence);
  const facts::Finding& finding = evidence.finding;
  const std::string explained =
      fmt::format("{} {} {}", sentence, facts::name(finding.cls), finding.proved);
  if (std::exchange(explained_, explained) == explained)
    return console_.note("as explained above: " + sentence + ".");
  console_.block(diagnosis::render_text(evidence));
}

facts::FindingRecord FindingReporter::record_mismatch(const Job& job) {
  const auto evidence = collect_evidence(job, *job.examination.desync());
  write_evidence(job, [&](const auto& folder) {
    return monitor::write_finding(folder, evidence, job.examination);
  });
  return monitor::finding_record_of(evidence, job.examination);
}

void FindingReporter::report_stall(const Job& job, const facts::Finding& stall) {
  console_.note(diagnosis::sentence(collect_evidence(job, stall, stack_options_, others_)) +
                " (not a deadlock: the job may continue)");
}

void FindingReporter::report_idle(const Job& job, const std::vector<int>& ended,
                                  const std::vector<int>& running, double seconds) {
  const auto evidence = evidence_with_stacks(job, registry_, stack_options_, others_);
  console_.note(fmt::format("{} {} ended; the other ranks have made no call for {:.0f} s: {}",
                            text::rank_enumeration(ended), ended.size() == 1 ? "has" : "have",
                            seconds, diagnosis::rank_doing(evidence, running)));
}

void FindingReporter::report_hold(const Job& job) const {
  std::string text = "holding the ranks for a debugger; Ctrl-C kills them\n";
  for (const inspect::LocalRank& member : job.members) {
    text += fmt::format("  rank {}: process {}{}\n", member.rank, member.pid,
                        member.exited ? " (has ended)" : "");
  }
  const pid_t first = job.members.empty() ? getpid() : job.members.front().pid;
  text += fmt::format(
      "  where all ranks are: gridlock dump {}\n"
      "  one rank's Python:   py-spy dump --pid {}\n"
      "  one rank's memory:   gdb -p {}",
      getpid(), first, first);
  console_.note(text);
}

// Returns where the ranks of the newest job are. Without a job, returns where the processes of the
// ranks are.
std::vector<std::string> FindingReporter::standing() {
  const Job none("", options_.ranks * options_.hosts, options_.intervals);
  const Job& job = registry_.jobs().empty() ? none : registry_.jobs().back();
  return diagnosis::brief_standing(evidence_with_stacks(job, registry_, stack_options_, others_));
}

void FindingReporter::write_evidence(
    const Job& job, const std::function<bool(const std::filesystem::path& folder)>& write) {
  const auto folder = evidence_.path();
  if (!folder) return console_.note("the evidence is lost, because no folder could be created");
  bool written = write(*folder);
  written &= write_rank_evidence(*folder, job, stack_options_);
  console_.note("evidence: " + folder->string() +
                (written ? "" : " (incomplete, because a file could not be written)"));
}

}  // namespace gridlock::exec
