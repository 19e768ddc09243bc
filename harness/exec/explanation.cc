#include "harness/exec/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/controller/evidence_files.h"
#include "harness/diagnosis/compile_phase.h"
#include "harness/diagnosis/frame.h"
#include "harness/diagnosis/sentence.h"
#include "harness/diagnosis/text.h"
#include "harness/inspect/facts.h"
#include "harness/inspect/rank_files.h"
#include "harness/trace/clock.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

double seconds_since_last_event(const inspect::LocalRank& member) {
  const std::uint64_t last = inspect::last_event_ns(member);
  const std::uint64_t now = trace::now_ns();
  return last == 0 || last > now ? -1 : static_cast<double>(now - last) / 1e9;
}

std::string line(const diagnosis::Frame& frame) {
  return diagnosis::clean(fmt::format("{} ({})", frame.function, diagnosis::place(frame)));
}

json stacks_of(const diagnosis::Evidence& evidence) {
  json stacks = json::object();
  for (const diagnosis::RankEvidence& rank : evidence.ranks) {
    const diagnosis::ThreadStack* main = diagnosis::main_thread(rank.threads);
    if (main == nullptr) continue;
    json& frames = stacks[std::to_string(rank.rank)] = json::array();
    for (const diagnosis::Frame& frame : main->frames) frames.push_back(line(frame));
  }
  return stacks;
}

bool compiles(const diagnosis::Evidence& evidence, int rank) {
  const diagnosis::RankEvidence* known = diagnosis::find(evidence, rank);
  const diagnosis::ThreadStack* main =
      known != nullptr ? diagnosis::main_thread(known->threads) : nullptr;
  return main != nullptr && diagnosis::compile_place(*main).has_value();
}

// No record says that a rank compiles, but its stack does.
void name_compile_skew(diagnosis::Evidence& evidence) {
  prover::Finding& finding = evidence.finding;
  const auto all_compile = [&] {
    return std::ranges::all_of(finding.at_fault,
                               [&](int rank) { return compiles(evidence, rank); });
  };
  if (finding.cls == prover::Class::kBusyRank && all_compile()) {
    finding.cls = prover::Class::kCompileSkew;
  }
}

// rank → the ranks that it waits for
json waits_of(const prover::Finding& finding) {
  std::map<int, std::set<int>> waits;
  for (const prover::Blocked& blocked : finding.blocked) {
    waits[blocked.rank].insert(blocked.waits_for.begin(), blocked.waits_for.end());
  }
  json result = json::object();
  for (const auto& [rank, others] : waits) result[std::to_string(rank)] = others;
  return result;
}

}  // namespace

diagnosis::Evidence gather(const Job& job, const prover::Finding& finding) {
  diagnosis::Evidence evidence = controller::evidence_of(finding, job.examination);
  for (diagnosis::RankEvidence& rank : evidence.ranks) {
    const auto member = std::ranges::find(job.members, rank.rank, &inspect::LocalRank::rank);
    if (member != job.members.end()) rank.phase_seconds = seconds_since_last_event(*member);
  }
  return evidence;
}

diagnosis::Evidence gather(const Job& job, const prover::Finding& finding, const StackTaking& how,
                           OtherHosts& others) {
  diagnosis::Evidence evidence = gather(job, finding);
  const auto stacks = take_stacks(job, how, others);
  for (diagnosis::RankEvidence& rank : evidence.ranks) {
    if (stacks.contains(rank.rank)) rank.threads = diagnosis::parse_stacks(stacks.at(rank.rank));
  }
  inspect::write_rank_files(how.folder, job.members);
  name_compile_skew(evidence);
  return evidence;
}

bool write(const Job& job, const diagnosis::Evidence& evidence, const fs::path& folder) {
  const bool written = controller::write_snapshots(folder, job.examination);
  return written & controller::write_diagnosis(folder, evidence, job.examination);
}

json to_json(const Job& job, const diagnosis::Evidence& evidence) {
  const prover::Finding& finding = evidence.finding;
  const bool proved = finding.kind == prover::Kind::kDeadlock && finding.proved;
  return {{"verdict", prover::name(finding.kind)},
          {"proved", proved},
          {"doubt", prover::doubt(finding)},
          {"class", prover::name(finding.cls)},
          {"ranks", finding.at_fault},
          {"waiting_for", waits_of(finding)},
          {"latency_ms", proved ? json(job.examination.latency_ms()) : json()},
          {"sentence", diagnosis::sentence(evidence)},
          {"signature", diagnosis::signature(evidence)},
          {"rule", finding.rule},
          {"stacks", stacks_of(evidence)}};
}

json timeout_json(const diagnosis::Evidence& evidence) {
  return {{"verdict", "timeout"}, {"stacks", stacks_of(evidence)}};
}

}  // namespace gridlock::exec
