#include "harness/exec/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "harness/agent/evidence.h"
#include "harness/agent/facts.h"
#include "harness/agent/stack_collector.h"
#include "harness/diagnosis/compile_phase.h"
#include "harness/diagnosis/render.h"
#include "harness/diagnosis/sentence.h"
#include "harness/diagnosis/text.h"
#include "harness/prover/certificate.h"
#include "harness/prover/facts_json.h"
#include "harness/prover/semantics.h"
#include "harness/trace/clock.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Of ranks that have not come, or are on another host, nothing is known: they may do anything.
prover::RankFacts unknown(int rank) {
  prover::RankFacts facts;
  facts.rank = rank;
  facts.incomplete = true;
  return facts;
}

wire::Facts facts_of(Job& job, int round) {
  wire::Facts answer{0, round, json::array(), agent::last_event_ns(job.members), trace::now_ns()};
  job.sleepers.begin(agent::events_of(job.members));
  const auto known =
      agent::facts_of(job.members, [&](pid_t pid) { return job.sleepers.threads_of(pid); });
  auto next = known.begin();
  for (int rank = 0; rank < job.world_size; ++rank) {
    const bool here = next != known.end() && next->rank == rank;
    answer.ranks.push_back(prover::to_json(here ? *next++ : unknown(rank)));
  }
  return answer;
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool write_text(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

std::vector<agent::Patient> patients_of(const Job& job) {
  std::vector<agent::Patient> patients;
  for (const agent::Member& member : job.members) {
    if (!member.exited) patients.push_back({member.rank, member.pid});
  }
  return patients;
}

double seconds_since_last_event(const agent::Member& member) {
  std::uint64_t last = 0;
  for (const auto& lane : trace::RingReader(member.ring).snapshot()) {
    if (!lane.log.empty()) last = std::max(last, lane.log.back().time_ns);
  }
  const std::uint64_t now = trace::now_ns();
  return last == 0 || last > now ? -1 : static_cast<double>(now - last) / 1e9;
}

std::string line(const diagnosis::Frame& frame) {
  const std::string place =
      frame.line > 0 ? fmt::format("{}:{}", frame.file, frame.line) : frame.file;
  return diagnosis::clean(fmt::format("{} ({})", frame.function, place));
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

void examine(Job& job) {
  auto question = job.examination.on(wire::Quiet{0});
  while (question) question = job.examination.on(facts_of(job, question->round));
}

diagnosis::Evidence gather(const Job& job, const prover::Finding& finding) {
  diagnosis::Evidence evidence{finding, {}, {}};
  for (const prover::RankFacts& facts : job.examination.second().ranks) {
    diagnosis::RankEvidence rank;
    rank.rank = facts.rank;
    rank.phase = facts.phase;
    const auto member = std::ranges::find(job.members, facts.rank, &agent::Member::rank);
    if (member != job.members.end()) {
      rank.phase_seconds = seconds_since_last_event(*member);
      if (member->exited) rank.end = "is gone";
    }
    rank.groups = facts.groups;
    rank.open = facts.open;
    rank.recent = facts.recent;
    evidence.ranks.push_back(std::move(rank));
  }
  return evidence;
}

diagnosis::Evidence gather(const Job& job, const prover::Finding& finding, const fs::path& py_spy,
                           const fs::path& folder, const std::function<void()>& meanwhile) {
  diagnosis::Evidence evidence = gather(job, finding);
  agent::StackCollector collector(py_spy, folder, patients_of(job), /*may_ask=*/false);
  while (!collector.finished()) {
    meanwhile();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  for (diagnosis::RankEvidence& rank : evidence.ranks) {
    const std::string name = fmt::format("stacks-rank{}.txt", rank.rank);
    rank.threads = diagnosis::parse_stacks(read_text(folder / name));
  }
  agent::write_evidence(folder, job.members);
  name_compile_skew(evidence);
  return evidence;
}

bool write(const Job& job, const diagnosis::Evidence& evidence, const fs::path& folder) {
  const controller::Examination& examination = job.examination;
  const json snapshots{{"first", prover::to_json(examination.first())},
                       {"second", prover::to_json(examination.second())}};
  bool written = write_text(folder / "diagnosis.txt", diagnosis::render_text(evidence));
  written &= write_text(folder / "diagnosis.json", diagnosis::render_json(evidence).dump(2) + "\n");
  written &= write_text(folder / "snapshots.json", snapshots.dump(1) + "\n");
  if (evidence.finding.kind != prover::Kind::kDeadlock) return written;
  const json certificate = prover::certificate(evidence.finding, examination.first(),
                                               examination.second(), prover::measured_semantics());
  return written & write_text(folder / "certificate.json", certificate.dump(1) + "\n");
}

json to_json(const Job& job, const diagnosis::Evidence& evidence) {
  const prover::Finding& finding = evidence.finding;
  const bool proved = finding.kind == prover::Kind::kDeadlock;
  return {{"verdict", prover::name(finding.kind)},
          {"class", prover::name(finding.cls)},
          {"ranks", finding.at_fault},
          {"waiting_for", waits_of(finding)},
          {"latency_ms", proved ? json(job.examination.latency_ms()) : json()},
          {"sentence", diagnosis::sentence(evidence)},
          {"signature", diagnosis::signature(evidence)},
          {"rule", finding.rule},
          {"stacks", stacks_of(evidence)}};
}

}  // namespace gridlock::exec
