// Examines a job whose ranks have become quiet: asks all agents twice what their ranks are in, and
// hands the two answers to the prover. A deadlock is a proof; a stall and a desync are findings
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

  // The question to ask all agents now; nothing while one is being answered.
  std::optional<protocol::Look> on(const protocol::Quiet& quiet);
  // The next question, if the answer calls for one.
  std::optional<protocol::Look> on(const protocol::Facts& facts);

  // Once the job is known to be deadlocked.
  const std::optional<facts::Finding>& deadlock() const { return deadlock_; }
  // From the last event of any rank to the proof.
  double latency_ms() const { return latency_ms_; }
  // The two snapshots of the proof, or of the last examination.
  const facts::Snapshot& first() const { return first_; }
  const facts::Snapshot& second() const { return second_; }

  // What the last examination would call a deadlock but for doubts, which it names.
  const std::optional<facts::Finding>& likely() const { return likely_; }
  // The same, once for each time that it has stood so for so long.
  std::optional<facts::Finding> new_likely(double seconds);
  // Every rank that lives waits in a recorded call, or has one open that its device carries out:
  // the host may spin there, or fill the queue of a stream that stands still.
  bool stands_still() const;
  // Since the last event of any rank, as of the last examination.
  double quiet_seconds() const { return quiet_ms_ / 1000; }

  // The ranks that all others wait for, by the last examination; nothing where there was none.
  std::optional<facts::Finding> stall() const;
  // The same, once for each time that all ranks have stood still for so long. No verdict: the job
  // may go on.
  std::optional<facts::Finding> new_stall(double seconds);
  // Calls that do not belong together, the first that were found.
  const std::optional<facts::Finding>& desync() const { return desync_; }

 private:
  std::optional<protocol::Look> ask(int job);
  bool complete() const;
  facts::Snapshot take();
  void take_the_last();
  void judge();
  void look_for_desync(const facts::Snapshot& snapshot);

  int world_size_;
  int round_ = 0;  // of the question that is being answered; even: the second of a pair
  bool asking_ = false;
  std::map<int, facts::RankFacts> answers_;  // by rank
  std::map<int, facts::RankFacts> gone_;     // of ranks whose agent has ended its share
  double quiet_ms_ = 0;  // since the last event of any rank, when it was reported
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
