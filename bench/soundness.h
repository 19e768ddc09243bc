// gridlock bench soundness trains healthy cells on real ranks, and delays and stops the ranks at
// random. The prover thus runs when errors are most likely.
#pragma once

#include <cstdint>
#include <string>

namespace gridlock::bench {

struct SoundnessOptions {
  int runs = 100;      // at least; more if each cell then trains equally often
  int jobs = 4;        // cells in parallel
  std::string select;  // pattern for the ids or cases of cells; "" = all
  std::uint64_t seed = 1;
  std::string json;  // file that gets one line per run; "" = none
  std::string out;   // folder of results and evidence; "" = runs/soundness/TIME
};

// Prints a line per run and the totals. Returns an exit code, which is 1 if gridlock reported a
// deadlock or a desync, or if a run failed, because a failed run proves nothing.
int bench_soundness(const SoundnessOptions& options);

}  // namespace gridlock::bench
