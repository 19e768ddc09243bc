#include "harness/monitor/evidence.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "harness/diagnosis/activity.h"
#include "harness/diagnosis/compile_phase.h"
#include "harness/diagnosis/finding_record.h"
#include "harness/diagnosis/render.h"
#include "harness/facts/facts_json.h"
#include "harness/facts/semantics.h"
#include "harness/process/files.h"
#include "harness/prover/certificate.h"

namespace gridlock::monitor {
namespace {

bool write(const std::filesystem::path& path, const std::string& text) {
  std::error_code ignored;  // if the folder is missing, the write fails too
  std::filesystem::create_directories(path.parent_path(), ignored);
  return process::write_text(path, text);
}

bool compiles(const diagnosis::Evidence& evidence, int rank) {
  const diagnosis::RankEvidence* known = diagnosis::find(evidence, rank);
  const diagnosis::ThreadStack* main =
      known != nullptr ? diagnosis::main_thread(known->threads) : nullptr;
  return main != nullptr && diagnosis::compile_place(*main).has_value();
}

// Changes the class of the finding from busy rank to compile skew if the stacks show that all ranks
// at fault compile. The records of ranks do not always show this.
void name_compile_skew(diagnosis::Evidence& evidence) {
  facts::Finding& finding = evidence.finding;
  const auto all_compile = [&] {
    return std::ranges::all_of(finding.at_fault,
                               [&](int rank) { return compiles(evidence, rank); });
  };
  if (finding.cls == facts::Class::kBusyRank && all_compile()) {
    finding.cls = facts::Class::kCompileSkew;
  }
}

bool write_certificate(const std::filesystem::path& folder, const diagnosis::Evidence& evidence,
                       const Examination& examination) {
  const nlohmann::json certificate =
      prover::certificate(evidence.finding, finding_record_of(evidence, examination),
                          examination.first(), examination.second(), facts::measured_semantics());
  return write(folder / "certificate.json", certificate.dump(1) + "\n");
}

// Returns the wait of a thread for a store key, for the creation of a group or for another thread.
std::optional<facts::Wait> wait_besides_calls(const facts::Thread& thread) {
  using On = facts::Wait::On;
  const On on = thread.wait.on;
  const bool besides = on == On::kStore || on == On::kBuild || on == On::kThread;
  if (thread.state != facts::Thread::State::kBlocked || !besides) return std::nullopt;
  return thread.wait;
}

}  // namespace

namespace {

constexpr const char* kWaitsForThread = "waits for another thread";

// Describes what a thread does in the kernel, in words that are the same in every run. Fixed words
// replace any text that contains a process id or a doubt.
std::string in_kernel(const facts::Thread& thread) {
  using State = facts::Thread::State;
  if (thread.state == State::kRunning && thread.doing.empty()) return diagnosis::kComputes;
  if (thread.state == State::kIdle) return kWaitsForThread;
  if (thread.doing.starts_with("waits for child process")) return "waits for a child process";
  if (thread.doing == "sleeps for a fixed time") return "sleeps";
  if (thread.doing.starts_with("has a handler")) return kWaitsForThread;
  if (thread.doing.starts_with("waits within torch")) return kWaitsForThread;
  return thread.doing;
}

const facts::Thread* main_thread(const facts::RankFacts& facts) {
  const auto main = std::ranges::find(facts.threads, true, &facts::Thread::main);
  return main != facts.threads.end() ? &*main : nullptr;
}

// Returns whether the main thread only waits briefly for Python's global lock. A main thread that
// computes waits like this if other threads want the lock too. If the thread ran between the two
// snapshots, it does not hang in such a wait.
bool only_passes(const facts::RankFacts& before, const facts::RankFacts& now) {
  const facts::Thread* then = main_thread(before);
  const facts::Thread* main = main_thread(now);
  if (then == nullptr || main == nullptr || then->switches == main->switches) return false;
  const std::string words = in_kernel(*main);
  return words == kWaitsForThread || words == "waits with a timeout";
}

}  // namespace

diagnosis::RankEvidence evidence_of(const facts::RankFacts& before, const facts::RankFacts& now) {
  diagnosis::RankEvidence rank = evidence_of(now);
  if (only_passes(before, now)) rank.in_kernel.clear();
  return rank;
}

diagnosis::RankEvidence evidence_of(const facts::RankFacts& facts) {
  diagnosis::RankEvidence rank;
  rank.rank = facts.rank;
  rank.phase = facts.phase;
  if (!facts.alive) rank.end = "has ended";
  if (const facts::Thread* main = main_thread(facts)) {
    rank.in_kernel = in_kernel(*main);
    rank.wait = wait_besides_calls(*main);
  }
  rank.groups = facts.groups;
  rank.open = facts.open;
  rank.recent = facts.recent;
  rank.sites = facts.sites;
  rank.modules = facts.modules;
  rank.handling = facts.handling;
  return rank;
}

diagnosis::Evidence evidence_of(const facts::Finding& finding, const Examination& examination,
                                const RankDetails& details) {
  diagnosis::Evidence evidence{finding, {}, {}};
  const auto& before = examination.first().ranks;
  for (const facts::RankFacts& facts : examination.second().ranks) {
    const auto then = std::ranges::find(before, facts.rank, &facts::RankFacts::rank);
    diagnosis::RankEvidence rank = evidence_of(then == before.end() ? facts : *then, facts);
    if (const auto known = details.find(facts.rank); known != details.end()) {
      const RankDetail& detail = known->second;
      rank.phase_seconds = detail.phase_seconds;
      rank.threads = detail.threads;
      if (!detail.end.empty()) rank.end = detail.end;
    }
    evidence.ranks.push_back(std::move(rank));
  }
  name_compile_skew(evidence);
  return evidence;
}

facts::FindingRecord finding_record_of(const diagnosis::Evidence& evidence,
                                       const Examination& examination) {
  return diagnosis::finding_record_of(evidence, examination.latency_ms());
}

bool write_snapshots(const std::filesystem::path& folder, const Examination& examination) {
  const nlohmann::json snapshots{{"first", facts::to_json(examination.first())},
                                 {"second", facts::to_json(examination.second())}};
  return write(folder / "snapshots.json", snapshots.dump(1) + "\n");
}

bool write_finding(const std::filesystem::path& folder, const diagnosis::Evidence& evidence,
                   const Examination& examination) {
  const auto json = diagnosis::render_json(evidence, examination.latency_ms());
  bool written = write_snapshots(folder, examination);
  written &= write(folder / "diagnosis.txt", diagnosis::render_text(evidence));
  written &= write(folder / "diagnosis.json", json.dump(2) + "\n");
  const facts::Finding& finding = evidence.finding;
  if (finding.kind == facts::Kind::kDeadlock && finding.proved) {
    written &= write_certificate(folder, evidence, examination);
  }
  return written;
}

}  // namespace gridlock::monitor
