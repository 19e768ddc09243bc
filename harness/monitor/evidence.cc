#include "harness/monitor/evidence.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>

#include "harness/diagnosis/compile_phase.h"
#include "harness/diagnosis/render.h"
#include "harness/facts/facts_json.h"
#include "harness/facts/semantics.h"
#include "harness/process/files.h"
#include "harness/prover/certificate.h"

namespace gridlock::monitor {
namespace {

bool write(const std::filesystem::path& path, const std::string& text) {
  std::error_code ignored;  // what cannot be made cannot be written to either
  std::filesystem::create_directories(path.parent_path(), ignored);
  return process::write_text(path, text);
}

bool compiles(const diagnosis::Evidence& evidence, int rank) {
  const diagnosis::RankEvidence* known = diagnosis::find(evidence, rank);
  const diagnosis::ThreadStack* main =
      known != nullptr ? diagnosis::main_thread(known->threads) : nullptr;
  return main != nullptr && diagnosis::compile_place(*main).has_value();
}

// The record of a rank may not say that it compiles, but its stack does.
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

bool write_certificate(const std::filesystem::path& folder, const facts::Finding& finding,
                       const Examination& examination) {
  const nlohmann::json certificate = prover::certificate(
      finding, examination.first(), examination.second(), facts::measured_semantics());
  return write(folder / "certificate.json", certificate.dump(1) + "\n");
}

}  // namespace

namespace {

std::string in_kernel(const facts::Thread& thread) {
  return thread.state == facts::Thread::State::kRunning ? "computes" : thread.doing;
}

}  // namespace

diagnosis::RankEvidence evidence_of(const facts::RankFacts& facts) {
  diagnosis::RankEvidence rank;
  rank.rank = facts.rank;
  rank.phase = facts.phase;
  if (!facts.alive) rank.end = "has ended";
  const auto main = std::ranges::find(facts.threads, true, &facts::Thread::main);
  if (main != facts.threads.end()) rank.in_kernel = in_kernel(*main);
  rank.groups = facts.groups;
  rank.open = facts.open;
  rank.recent = facts.recent;
  rank.sites = facts.sites;
  return rank;
}

diagnosis::Evidence evidence_of(const facts::Finding& finding, const Examination& examination,
                                const RankDetails& details) {
  diagnosis::Evidence evidence{finding, {}, {}};
  for (const facts::RankFacts& facts : examination.second().ranks) {
    diagnosis::RankEvidence rank = evidence_of(facts);
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

diagnosis::Hang hang_of(const diagnosis::Evidence& evidence, const Examination& examination) {
  return diagnosis::hang_of(evidence, examination.latency_ms());
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
    written &= write_certificate(folder, finding, examination);
  }
  return written;
}

}  // namespace gridlock::monitor
