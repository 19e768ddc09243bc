// Runs random programs on real ranks with gloo. Each program must end as the model predicts from
// the measured table. The test runs 240 programs; GRIDLOCK_PROGRAMS sets another number.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "harness/prover/model/program_json.h"
#include "harness/prover/signature.h"
#include "harness/prover/testing/random_program.h"
#include "harness/prover/testing/state_space.h"

namespace gridlock::prover::testing {
namespace {

using nlohmann::json;
using Kind = Operation::Kind;

constexpr int kPrograms = 240;
constexpr std::size_t kMostStates = 400;

// Returns gloo's table, changed so that a rank that needs a finished rank waits forever. In these
// runs, the processes of finished ranks stay alive, so gloo raises no error for them.
BackendSemantics gloo() {
  BackendSemantics table = measured_semantics().at("gloo");
  table.dead_peer_raises = false;
  return table;
}

Call call_of(const Operation& operation) {
  Call call;
  call.op = operation.op;
  call.peer = operation.peer;
  call.count = static_cast<std::uint64_t>(operation.count);
  return call;
}

// Returns the collectives of each group and rank in order. The order is defined, because only one
// thread of a rank uses a group.
std::map<int, std::map<int, std::vector<Call>>> collectives_of(const Program& program) {
  std::map<int, std::map<int, std::vector<Call>>> calls;
  for (int rank = 0; rank < program.world_size; ++rank) {
    for (const ThreadProgram& thread : program.ranks[static_cast<std::size_t>(rank)]) {
      for (const Operation& operation : thread) {
        if (operation.kind != Kind::kCollective) continue;
        calls[operation.group][rank].push_back(call_of(operation));
      }
    }
  }
  return calls;
}

bool is_foretold(const Call& a, const Call& b, const BackendSemantics& table) {
  if (a.op == b.op && a.count != b.count && shapes_may_differ(a.op)) return false;
  const Pairing pair = pairing(signature(a), signature(b), table);
  return pair == Pairing::kFits || pair == Pairing::kHang;
}

// Returns whether the table predicts the outcome of all pairs of calls that can meet. The table
// predicts nothing for a pair that may end a rank or corrupt the rank's results.
bool is_foretold(const Program& program, const BackendSemantics& table) {
  for (const auto& [group, ranks] : collectives_of(program)) {
    for (const auto& [rank, calls] : ranks) {
      for (const auto& [other, others] : ranks) {
        for (std::size_t i = 0; i < std::min(calls.size(), others.size()); ++i) {
          if (!is_foretold(calls[i], others[i], table)) return false;
        }
      }
    }
  }
  return true;
}

struct PredictedProgram {
  Program program;
  std::set<Ranks> outcomes;
  bool exact = true;  // false: more ranks may hang than predicted
};

// Returns whether the table only bounds the outcome. For a reduction, the table names the ranks
// that must wait, but other ranks may wait too. For empty tensors, no rank must wait, but any may.
bool is_vague(const Call& call) {
  return call.op == trace::Op::kReduce || call.count == 0;
}

bool is_vague(const Program& program) {
  for (const auto& [group, ranks] : collectives_of(program)) {
    for (const auto& [rank, calls] : ranks) {
      if (std::ranges::any_of(calls, [](const Call& call) { return is_vague(call); })) return true;
    }
  }
  return false;
}

bool came_true(const PredictedProgram& predicted, Ranks unfinished) {
  if (predicted.exact) return predicted.outcomes.contains(unfinished);
  return std::ranges::any_of(predicted.outcomes,
                             [&](Ranks least) { return (least & ~unfinished) == 0; });
}

std::vector<PredictedProgram> random_programs(int count) {
  const BackendSemantics table = gloo();
  std::mt19937 random(7);
  std::vector<PredictedProgram> programs;
  while (static_cast<int>(programs.size()) < count) {
    Program program = random_program(random);
    if (!is_foretold(program, table)) continue;
    const Model model(program, table);
    const auto states = explore(model, kMostStates);
    if (states.empty()) continue;
    programs.push_back({program, outcomes(model, states), !is_vague(program)});
  }
  return programs;
}

json run(const std::vector<PredictedProgram>& programs) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "gloo-programs";
  std::filesystem::create_directories(folder);
  json list = json::array();
  for (const PredictedProgram& predicted : programs) list.push_back(to_json(predicted.program));
  std::ofstream(folder / "programs.json") << list;
  const std::string command = std::string("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=" RANK_FOLDER
                                          ":" RANK_FOLDER "/testing:" PROBE_FOLDER " ") +
                              GRIDLOCK_PYTHON " -m gridlock_testing.programs run --jobs 6 --out " +
                              (folder / "outcomes.json").string() + " " +
                              (folder / "programs.json").string();
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream file(folder / "outcomes.json");
  return json::parse(file);
}

TEST(GlooPrograms, EndAsTheModelSays) {
  const char* wanted = std::getenv("GRIDLOCK_PROGRAMS");
  const auto programs = random_programs(wanted != nullptr ? std::atoi(wanted) : kPrograms);
  const json found = run(programs);
  ASSERT_EQ(found.size(), programs.size());
  std::size_t hung = 0;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    Ranks unfinished = 0;
    for (std::size_t rank = 0; rank < found[i].at("ranks").size(); ++rank) {
      const std::string state = found[i]["ranks"][rank].at("state");
      EXPECT_TRUE(state == "ended" || state == "hung") << state << found[i].dump();
      if (state != "ended") unfinished |= Ranks{1} << rank;
    }
    hung += unfinished != 0;
    EXPECT_TRUE(came_true(programs[i], unfinished)) << to_json(programs[i].program).dump() << "\n"
                                                    << found[i].dump();
  }
  // The comparison would be meaningless if all programs hung or none did.
  EXPECT_GT(hung, programs.size() / 8);
  EXPECT_LT(hung, programs.size() * 7 / 8);
}

}  // namespace
}  // namespace gridlock::prover::testing
