// Counts the verdicts of `gridlock bench soundness`. All of its runs train healthy cells.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/protocol/windows.h"
#include "harness/verdict/record.h"

namespace gridlock::bench {

// One training run and its verdicts. In each quiet window, the bench stops the ranks and the prover
// judges them. Besides, gridlock examines the ranks as in every run.
struct StressedRun {
  std::string cell;
  int repetition = 0;
  std::string verdict;
  std::string sentence;
  std::string evidence;  // folder of the evidence
  double seconds = 0;
  protocol::Windows windows;
  bool desync = false;  // reported as in every run, not in a quiet window

  bool passed() const { return verdict == "pass"; }
  std::uint64_t false_deadlocks() const { return windows.deadlocks + (verdict == "deadlock"); }
  std::uint64_t false_desyncs() const { return windows.desyncs + desync; }
};

StressedRun stressed_run(const verdict::CellRecord& record, const std::string& evidence,
                         const protocol::Windows& windows);

// Returns one line of the file that --json names.
nlohmann::json to_json(const StressedRun& run);

struct Soundness {
  std::size_t runs = 0;
  std::size_t passed = 0;
  protocol::Windows windows;  // totals over all runs
  std::uint64_t false_deadlocks = 0;
  std::uint64_t false_desyncs = 0;

  void add(const StressedRun& run);
  // Returns whether every run passed, the prover judged at least one quiet window, and gridlock
  // reported neither a deadlock nor a desync.
  bool good_enough() const;
};

// Return lines of at most 100 columns, without a newline.
std::string soundness_heading();
std::string line(const StressedRun& run);
// Returns several lines.
std::string describe(const Soundness& soundness);

}  // namespace gridlock::bench
