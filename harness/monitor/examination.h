// Examines a job whose ranks have become quiet: asks all agents twice for the state of their ranks,
// and passes the two answers to the prover. A deadlock is proved; a stall and a desync are findings
// that the job may outlive.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>

#include "harness/facts/facts.h"
#include "harness/facts/finding.h"
#include "harness/protocol/messages.h"

namespace gridlock::monitor {

class Examination {
 public:
  explicit Examination(int world_size) : world_size_(world_size) {}

  // Returns the question to ask all agents now; nullopt while one is being answered.
  std::optional<protocol::FactsRequest> handle(const protocol::Quiet& quiet);
  // Returns the next question, if the answer requires one.
  std::optional<protocol::FactsRequest> handle(const protocol::Facts& facts);

  // Set once the job is proved to be deadlocked.
  const std::optional<facts::Finding>& deadlock() const { return deadlock_; }
  // Milliseconds from the last event of any rank to the proof.
  double latency_ms() const { return latency_ms_; }
  // The two snapshots of the proof, or of the last examination.
  const facts::Snapshot& first() const { return first_; }
  const facts::Snapshot& second() const { return second_; }

  // A deadlock by the last examination if its doubts, which it names, are unfounded.
  const std::optional<facts::Finding>& likely() const { return likely_; }
  // Returns likely() once for each time that the ranks were quiet for `seconds`.
  std::optional<facts::Finding> new_likely(double seconds);
  // Returns whether every live rank waits in a recorded call, or has one open that its device
  // executes: the host may spin there, or fill the queue of a stream that stands still.
  bool all_ranks_wait() const;
  // Returns the time since the last event of any rank, as of the last examination.
  double quiet_seconds() const { return quiet_ms_ / 1000; }

  // Returns the ranks that all others wait for, by the last examination; nullopt if there is none.
  std::optional<facts::Finding> stall() const;
  // Returns stall() once for each time that all ranks stood still for `seconds`. This is not a
  // verdict: the job may go on.
  std::optional<facts::Finding> new_stall(double seconds);
  // Calls that do not match one another; the first that were found.
  const std::optional<facts::Finding>& desync() const { return desync_; }

 private:
  std::optional<protocol::FactsRequest> start_round(int job);
  bool complete() const;
  facts::Snapshot take_snapshot();
  void take_final_snapshot();
  void evaluate();
  void check_for_desync(const facts::Snapshot& snapshot);

  int world_size_;
  int round_ = 0;  // of the pending question; even: the second of a pair
  bool pending_ = false;
  std::map<int, facts::RankFacts> answers_;  // by rank
  std::map<int, facts::RankFacts> final_facts_;  // of ranks whose agent has finished
  double quiet_ms_ = 0;  // since the last event of any rank, at the time of its report
  std::chrono::steady_clock::time_point reported_{};
  facts::Snapshot first_;
  facts::Snapshot second_;
  double latency_ms_ = -1;
  bool stall_reported_ = false;
  bool likely_reported_ = false;
  std::optional<facts::Finding> deadlock_;
  std::optional<facts::Finding> likely_;
  std::optional<facts::Finding> desync_;
};

}  // namespace gridlock::monitor
