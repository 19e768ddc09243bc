#include "harness/exec/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "harness/agent/evidence.h"
#include "harness/agent/facts.h"
#include "harness/controller/evidence_files.h"
#include "harness/diagnosis/compile_phase.h"
#include "harness/diagnosis/frame.h"
#include "harness/diagnosis/sentence.h"
#include "harness/diagnosis/text.h"
#include "harness/process/files.h"
#include "harness/prover/facts_json.h"
#include "harness/trace/clock.h"
#include "harness/wire/messages.h"

namespace gridlock::exec {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::chrono::milliseconds kFactsTake{500};
constexpr std::chrono::seconds kStacksTake{30};

// Of ranks that have not come, or whose host does not answer, nothing is known: they may do
// anything.
prover::RankFacts unknown(int rank) {
  prover::RankFacts facts;
  facts.rank = rank;
  facts.incomplete = true;
  return facts;
}

// Of the ranks of this host.
wire::Facts facts_of(Job& job, int round) {
  wire::Facts facts{0, round, json::array(), agent::last_event_ns(job.members), trace::now_ns()};
  job.sleepers.begin(agent::events_of(job.members));
  const auto threads_of = [&](pid_t pid) { return job.sleepers.threads_of(pid); };
  for (const prover::RankFacts& rank : agent::facts_of(job.members, threads_of)) {
    facts.ranks.push_back(prover::to_json(rank));
  }
  return facts;
}

// Of what another host wrote; nothing where that makes no sense.
std::optional<wire::Facts> read_facts(const json& answer) {
  try {
    wire::Event event = wire::decode_event(answer);
    auto* facts = std::get_if<wire::Facts>(&event);
    return facts != nullptr ? std::optional(std::move(*facts)) : std::nullopt;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

// Takes what other hosts know to the examination. `known` has the ranks that somebody has told of;
// who tells of them again, or of ranks that there are not, is not believed.
void ask_others(Job& job, int round, OtherHosts& others, std::set<int>& known) {
  const json question{{"ask", "facts"}, {"job", job.name}, {"round", round}};
  for (const json& answer : others.ask(question, kFactsTake)) {
    auto facts = read_facts(answer);
    if (!facts) continue;
    json ranks = json::array();
    for (json& rank : facts->ranks) {
      const int number = rank.is_object() ? rank.value("rank", -1) : -1;
      const bool exists = number >= 0 && number < job.world_size;
      if (exists && known.insert(number).second) ranks.push_back(std::move(rank));
    }
    facts->ranks = std::move(ranks);
    job.examination.on(*facts);
  }
}

std::vector<agent::Patient> patients_of(const Job& job) {
  std::vector<agent::Patient> patients;
  for (const agent::Member& member : job.members) {
    if (!member.exited) patients.push_back({member.rank, member.pid});
  }
  return patients;
}

// By rank; written to the folder too.
std::map<int, std::string> stacks_of_others(const Job& job, const fs::path& folder,
                                            OtherHosts& others) {
  std::map<int, std::string> stacks;
  for (const json& answer : others.ask({{"ask", "stacks"}, {"job", job.name}}, kStacksTake)) {
    const json taken = answer.value("stacks", json::object());
    for (const auto& [rank, text] : taken.items()) {
      const bool sane = !rank.empty() && rank.size() < 7 && std::ranges::all_of(rank, ::isdigit);
      if (!sane || !text.is_string()) continue;
      stacks[std::stoi(rank)] = text;
      process::write_text(folder / fmt::format("stacks-rank{}.txt", rank), text);
    }
  }
  return stacks;
}

double seconds_since_last_event(const agent::Member& member) {
  const std::uint64_t last = agent::last_event_ns(member);
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

void examine(Job& job, OtherHosts& others) {
  auto question = job.examination.on(wire::Quiet{0});
  while (question) {
    std::set<int> known;
    for (const agent::Member& member : job.members) known.insert(member.rank);
    ask_others(job, question->round, others, known);
    wire::Facts facts = facts_of(job, question->round);
    for (int rank = 0; rank < job.world_size; ++rank) {
      if (!known.contains(rank)) facts.ranks.push_back(prover::to_json(unknown(rank)));
    }
    question = job.examination.on(facts);
  }
}

json answer(const json& question, Roster& roster, const StackTaking& how) {
  Job* const job = roster.find(question.value("job", ""));
  if (job == nullptr) return json::object();
  if (question.value("ask", "") == "facts") {
    return wire::encode(wire::Event(facts_of(*job, question.value("round", 0))));
  }
  json stacks = json::object();
  for (const auto& [rank, text] : take_stacks(patients_of(*job), how)) {
    stacks[std::to_string(rank)] = text;
  }
  return {{"stacks", stacks}};
}

diagnosis::Evidence gather(const Job& job, const prover::Finding& finding) {
  diagnosis::Evidence evidence = controller::evidence_of(finding, job.examination);
  for (diagnosis::RankEvidence& rank : evidence.ranks) {
    const auto member = std::ranges::find(job.members, rank.rank, &agent::Member::rank);
    if (member == job.members.end()) continue;
    rank.phase_seconds = seconds_since_last_event(*member);
    if (member->exited) rank.end = "is gone";
  }
  return evidence;
}

diagnosis::Evidence gather(const Job& job, const prover::Finding& finding, const StackTaking& how,
                           OtherHosts& others) {
  diagnosis::Evidence evidence = gather(job, finding);
  auto stacks = take_stacks(patients_of(job), how);
  stacks.merge(stacks_of_others(job, how.folder, others));
  for (diagnosis::RankEvidence& rank : evidence.ranks) {
    if (stacks.contains(rank.rank)) rank.threads = diagnosis::parse_stacks(stacks.at(rank.rank));
  }
  agent::write_evidence(how.folder, job.members);
  name_compile_skew(evidence);
  return evidence;
}

bool write(const Job& job, const diagnosis::Evidence& evidence, const fs::path& folder) {
  const bool written = controller::write_snapshots(folder, job.examination);
  return written & controller::write_diagnosis(folder, evidence, job.examination);
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

json timeout_json(const diagnosis::Evidence& evidence) {
  return {{"verdict", "timeout"}, {"stacks", stacks_of(evidence)}};
}

}  // namespace gridlock::exec
