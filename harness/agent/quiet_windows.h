// Quiet windows, made on purpose where nothing is wrong: at random moments all ranks of a team are
// stopped and looked at twice, and the prover judges what it would have seen had they been quiet
// for long. Whatever it finds is false. For `gridlock bench soundness`.
//
// Into the evidence folder go windows.json (protocol::Windows) and, of the first findings,
// window12-snapshots.json with the facts and, of a deadlock, window12-certificate.json.
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

  // `seed` fixes the random numbers by which moments are chosen.
  QuietWindows(std::uint64_t seed, std::filesystem::path folder);

  bool is_due(Clock::time_point now) const { return now >= next_; }
  // A window now, unless no rank lives or some are not born yet. Takes some milliseconds.
  void make(const std::vector<inspect::LocalRank>& ranks);
  // The job is over.
  void write(const std::vector<inspect::LocalRank>& ranks);
  const protocol::Windows& tally() const { return tally_; }

 private:
  void judge(const facts::Snapshot& first, const facts::Snapshot& second);
  bool keeps_another() { return kept_++ < kMostKept; }
  std::filesystem::path file(const char* what) const;

  static constexpr int kMostKept = 5;

  std::mt19937_64 random_;
  std::filesystem::path folder_;
  Clock::time_point next_{};
  protocol::Windows tally_;
  int kept_ = 0;
};

}  // namespace gridlock::agent
