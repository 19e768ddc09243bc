// Examines a job whose ranks have become quiet: requests the state of the ranks from all agents
// twice, and passes the two snapshots to the prover. A deadlock is proved. After a stall or a
// desync, the job may continue.
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

  // Returns the request to send to all agents now. Returns nullopt while a request is pending.
  std::optional<protocol::FactsRequest> handle(const protocol::Quiet& quiet);
  // Returns the next request if the answer makes one necessary.
  std::optional<protocol::FactsRequest> handle(const protocol::Facts& facts);

  // Set once the job is proved to be deadlocked.
  const std::optional<facts::Finding>& deadlock() const { return deadlock_; }
  // Milliseconds from the last event of any rank to the proof.
  double latency_ms() const { return latency_ms_; }
  // The two snapshots of the proof, or of the last examination.
  const facts::Snapshot& first() const { return first_; }
  const facts::Snapshot& second() const { return second_; }

  // A likely deadlock of the last examination: the ranks are deadlocked unless one of the doubts
  // that the finding names is real.
  const std::optional<facts::Finding>& likely() const { return likely_; }
  // Returns likely() once for each period in which the ranks were quiet for `seconds`.
  std::optional<facts::Finding> new_likely(double seconds);
  // Returns whether every live rank waits in a recorded call or has a call open (issued, not
  // finished) that its device executes. In the latter case the host may spin in the call, or fill
  // the queue of a stream that stands still.
  bool all_ranks_wait() const;
  // Returns the time since the last event of any rank, as of the last examination.
  double quiet_seconds() const { return quiet_ms_ / 1000; }

  // Returns the stall of the last examination, in which all other ranks wait for the ranks at
  // fault. Returns nullopt if there is none.
  std::optional<facts::Finding> stall() const;
  // Returns stall() once for each period in which all ranks stood still for `seconds`. A stall is
  // not a verdict, because the job may continue.
  std::optional<facts::Finding> new_stall(double seconds);
  // Calls that do not match one another. Keeps the first mismatch that was found.
  const std::optional<facts::Finding>& desync() const { return desync_; }

 private:
  std::optional<protocol::FactsRequest> start_round(int job);
  bool complete() const;
  facts::Snapshot take_snapshot();
  void take_final_snapshot();
  void evaluate();
  void check_for_desync(const facts::Snapshot& snapshot);

  int world_size_;
  int round_ = 0;  // of the pending request; even means the second of a pair
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
