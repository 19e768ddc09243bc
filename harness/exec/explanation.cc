#include "harness/exec/explanation.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/diagnosis/doing.h"
#include "harness/diagnosis/frame.h"
#include "harness/diagnosis/signature.h"
#include "harness/facts/frame.h"
#include "harness/inspect/facts.h"
#include "harness/inspect/rank_files.h"
#include "harness/monitor/evidence.h"
#include "harness/text/quantity.h"
#include "harness/text/utf8.h"
#include "harness/trace/clock.h"

namespace gridlock::exec {
namespace {

double seconds_since_last_event(const inspect::LocalRank& member) {
  const std::uint64_t last = inspect::last_event_ns(member);
  const std::uint64_t now = trace::now_ns();
  return last == 0 || last > now ? -1 : static_cast<double>(now - last) / 1e9;
}

std::string line(const facts::Frame& frame) {
  return text::clean(fmt::format("{} ({})", frame.function, diagnosis::place(frame)));
}

std::map<int, std::vector<std::string>> stacks_of(const diagnosis::Evidence& evidence) {
  std::map<int, std::vector<std::string>> stacks;
  for (const diagnosis::RankEvidence& rank : evidence.ranks) {
    const diagnosis::ThreadStack* main = diagnosis::main_thread(rank.threads);
    if (main == nullptr) continue;
    std::vector<std::string>& frames = stacks[rank.rank];
    for (const facts::Frame& frame : main->frames) frames.push_back(line(frame));
  }
  return stacks;
}

monitor::RankDetails seconds_of(const Job& job) {
  monitor::RankDetails details;
  for (const inspect::LocalRank& member : job.members) {
    details[member.rank] = {seconds_since_last_event(member)};
  }
  return details;
}

}  // namespace

diagnosis::Evidence collect_evidence(const Job& job, const facts::Finding& finding) {
  return monitor::evidence_of(finding, job.examination, seconds_of(job));
}

diagnosis::Evidence collect_evidence(const Job& job, const facts::Finding& finding,
                                     const StackOptions& options, OtherHosts& others) {
  monitor::RankDetails details = seconds_of(job);
  for (const auto& [rank, text] : capture_stacks(job, options, others)) {
    details[rank].threads = diagnosis::parse_stacks(text);
  }
  return monitor::evidence_of(finding, job.examination, details);
}

// For a rank that has not joined this job yet, writes the events from its previous job.
bool write_rank_evidence(const std::filesystem::path& folder, const Job& job,
                         const StackOptions& options) {
  bool written = copy_stacks(options, folder);
  written &= inspect::write_rank_files(folder, job.members).all;
  for (const JobRegistry::Absent& absent : options.registry->absent(job)) {
    if (absent.before != nullptr)
      written &= inspect::write_rank_files(folder, {absent.before, 1}).all;
  }
  return written;
}

diagnosis::Evidence recorded_evidence(const Job& job, const JobRegistry& registry) {
  diagnosis::Evidence evidence;
  for (const inspect::LocalRank& member : job.members) {
    if (member.left) continue;
    evidence.ranks.push_back(monitor::evidence_of(inspect::facts_of(member, job.members)));
    if (const diagnosis::Exception* raised = registry.exception_of(member.pid)) {
      diagnosis::ThreadStack& main = evidence.ranks.back().threads.emplace_back();
      main.main = true;
      main.frames = raised->frames;
    }
  }
  return evidence;
}

diagnosis::Evidence evidence_with_stacks(const Job& job, const JobRegistry& registry,
                                         const StackOptions& options, OtherHosts& others) {
  diagnosis::Evidence evidence = recorded_evidence(job, registry);
  Stacks stacks = capture_stacks(job, options, others);
  for (const JobRegistry::Absent& absent : registry.absent(job)) {
    evidence.ranks.emplace_back().rank = absent.rank;
  }
  for (diagnosis::RankEvidence& rank : evidence.ranks) {
    if (stacks.contains(rank.rank)) rank.threads = diagnosis::parse_stacks(stacks[rank.rank]);
  }
  std::ranges::sort(evidence.ranks, {}, &diagnosis::RankEvidence::rank);
  return evidence;
}

facts::Outcome outcome_of(const Job& job, const diagnosis::Evidence& evidence) {
  facts::Outcome outcome;
  outcome.finding = monitor::finding_record_of(evidence, job.examination);
  outcome.verdict = outcome.finding->verdict;
  outcome.stacks = stacks_of(evidence);
  return outcome;
}

facts::Outcome timeout_of(const diagnosis::Evidence& evidence, double seconds) {
  facts::FindingRecord finding;
  finding.verdict = "timeout";
  finding.proved = false;
  for (const diagnosis::RankEvidence& rank : evidence.ranks) {
    if (rank.end.empty()) finding.ranks.push_back(rank.rank);
  }
  finding.sentence = "No event for " + text::duration(seconds);
  if (!finding.ranks.empty()) {
    finding.sentence += ": " + diagnosis::rank_doing(evidence, finding.ranks);
  }
  finding.signature = diagnosis::signature_of({"timeout"});
  return {.verdict = "timeout", .finding = finding, .stacks = stacks_of(evidence)};
}

}  // namespace gridlock::exec
