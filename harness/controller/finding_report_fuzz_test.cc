// Describes findings from damaged facts. A rank can write any bytes to its ring, and the controller
// must not crash. The seed is fixed, so every run uses the same input.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "harness/controller/finding_report.h"
#include "harness/facts/facts_json.h"
#include "harness/process/temporary_folder.h"
#include "harness/prover/testing/builder.h"
#include "harness/prover/testing/mutations.h"

namespace gridlock::controller {
namespace {

using nlohmann::json;
using prover::testing::mutated;

constexpr int kRounds = 400;
constexpr int kRanks = 4;

// Returns the facts with values replaced by nonsense. The rank's number stays, because it comes
// from the agent and not from the ring.
json with_nonsense(const json& good, std::mt19937& random) {
  json bad = good;
  const std::size_t victim = random() % kRanks;
  const json rank = mutated(good[victim], random);
  if (rank.is_object()) bad[victim] = rank;
  bad[victim]["rank"] = victim;
  return bad;
}

// Returns the facts as the controller reads them after an agent has sent them.
protocol::Facts sent(const protocol::Facts& facts, const json& ranks) {
  json message = protocol::encode(protocol::Event(facts));
  message["ranks"] = ranks;
  return std::get<protocol::Facts>(protocol::decode_event(message));
}

RunningTraining examined(const json& ranks) {
  RunningTraining job(Training{}, verdict::CellRecord{}, Resources::Allocation{kRanks, {}}, 1, 0);
  auto request = job.examination().handle(protocol::Quiet{0});
  while (request) request = job.examination().handle(sent({0, request->round, {}, 0, 0}, ranks));
  const bool proved = job.examination().deadlock().has_value();
  job.mark_stopped(
      proved ? RunningTraining::StopReason::kFinding : RunningTraining::StopReason::kDeadline,
      matrix::Recipe{});
  return job;
}

TEST(FindingReport, NonsenseIsPutIntoWordsOrLeftOut) {
  const process::TemporaryFolder folder("hang");
  const json good = facts::to_json(prover::testing::deadlocked_job().snapshot())["ranks"];
  std::mt19937 random(1);
  int deadlocks = 0;
  for (int round = 0; round < kRounds; ++round) {
    const RunningTraining job = examined(with_nonsense(good, random));
    verdict::CellRecord record;
    record.cell = "faults/nonsense";
    explain_finding(job, RunFolder(folder.path()), {}, diagnosis::kGrowth, 40, record);
    const bool deadlock = record.finding && record.finding->verdict == "deadlock";
    EXPECT_EQ(deadlock, job.examination().deadlock().has_value());
    deadlocks += deadlock;
  }
  EXPECT_GT(deadlocks, 0);
  EXPECT_LT(deadlocks, kRounds);
}

}  // namespace
}  // namespace gridlock::controller
