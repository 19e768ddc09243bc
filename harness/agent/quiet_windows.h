// Tests the prover for false positives on a healthy job. At random moments it stops all ranks of a
// team, takes two snapshots, and lets the prover judge them as if the ranks had been quiet for a
// long time. The job is healthy, so every finding is a false positive. `gridlock bench soundness`
// uses it.
//
// Writes windows.json (protocol::Windows) to the evidence folder. For the first findings, also
// writes files such as window12-snapshots.json (the facts) and, for a deadlock,
// window12-certificate.json.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <random>
#include <vector>

#include "harness/facts/facts.h"
#include "harness/inspect/local_rank.h"
#include "harness/protocol/windows.h"

namespace gridlock::agent {

class QuietWindows {
 public:
  using Clock = std::chrono::steady_clock;

  // Uses `seed` for the random moments, so that they are reproducible.
  QuietWindows(std::uint64_t seed, std::filesystem::path folder);

  bool is_due(Clock::time_point now) const { return now >= next_; }
  // Makes a window now. Does nothing if no rank is alive or some ranks have not started. Takes a
  // few milliseconds.
  void make(const std::vector<inspect::LocalRank>& ranks);
  // Writes windows.json at the end of the job.
  void write(const std::vector<inspect::LocalRank>& ranks);
  const protocol::Windows& tally() const { return tally_; }

 private:
  void judge(const facts::Snapshot& first, const facts::Snapshot& second);
  bool keeps_files() { return kept_++ < kMostKept; }
  std::filesystem::path file(const char* what) const;

  static constexpr int kMostKept = 5;

  std::mt19937_64 random_;
  std::filesystem::path folder_;
  Clock::time_point next_{};
  protocol::Windows tally_;
  int kept_ = 0;
};

}  // namespace gridlock::agent
