// Examines a job whose ranks have become quiet. It requests the state of the ranks from all agents
// twice and passes the two snapshots to the prover. Only a deadlock is proved; after a stall or a
// desync, the job may still continue.
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

  // Returns the request to send to all agents. Returns nullopt while a request is pending, or after
  // a proof.
  std::optional<protocol::FactsRequest> handle(const protocol::Quiet& quiet);
  // Returns the next request, or nullopt if no further request is needed.
  std::optional<protocol::FactsRequest> handle(const protocol::Facts& facts);

  // The proved deadlock. Unset until there is a proof.
  const std::optional<facts::Finding>& deadlock() const { return deadlock_; }
  // Milliseconds from the last event of any rank to the proof.
  double latency_ms() const { return latency_ms_; }
  // The two snapshots of the proof or, if there is no proof, of the last examination.
  const facts::Snapshot& first() const { return first_; }
  const facts::Snapshot& second() const { return second_; }

  // The likely deadlock of the last examination. Its ranks are deadlocked unless one of the
  // finding's doubts is justified.
  const std::optional<facts::Finding>& likely() const { return likely_; }
  // Returns likely() once in each quiet period, when the ranks have been quiet for `seconds`.
  std::optional<facts::Finding> new_likely(double seconds);
  // Returns the time since the last event of any rank, as of the last examination.
  double quiet_seconds() const { return quiet_ms_ / 1000; }

  // Returns the stall of the last examination: the ranks that all others wait for. Returns nullopt
  // if there is none.
  std::optional<facts::Finding> stall() const;
  // Returns stall() once in each quiet period, when the ranks have been quiet for `seconds`. A
  // stall is not a verdict, because the job may still continue.
  std::optional<facts::Finding> new_stall(double seconds);
  // The first desync that was found: calls that do not match one another.
  const std::optional<facts::Finding>& desync() const { return desync_; }

 private:
  std::optional<protocol::FactsRequest> start_round(int job);
  bool complete() const;
  facts::Snapshot take_snapshot();
  void take_final_snapshot();
  void evaluate();
  void check_for_desync(const facts::Snapshot& snapshot);

  int world_size_;
  int round_ = 0;  // number of the last request; even for the second request of a pair
  bool pending_ = false;
  std::map<int, facts::RankFacts> answers_;      // key: rank
  std::map<int, facts::RankFacts> final_facts_;  // last facts of ranks whose agent has finished
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
