// gridlock bench soundness: healthy cells on real ranks that are delayed and stopped at random, so
// that the prover is asked at moments at which it has every reason to err.
#pragma once

#include <cstdint>
#include <string>

namespace gridlock::bench {

struct SoundnessOptions {
  int runs = 100;      // at least: each cell trains equally often
  int jobs = 4;        // cells side by side
  std::string select;  // only cells whose id or case fits this pattern; "" = all
  std::uint64_t seed = 1;
  std::string json;  // a file for a line per run; "" = none
  std::string out;   // folder of results and evidence; "" = runs/soundness/TIME
};

// Prints a line per run and the sums. Returns an exit code: 1 when anything was called a deadlock
// or a desync, or when a run failed, which proves nothing.
int bench_soundness(const SoundnessOptions& options);

}  // namespace gridlock::bench
