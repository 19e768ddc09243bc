// gridlock bench soundness: healthy cells on real ranks that are delayed and stopped at random, so
// that the prover runs at moments at which errors are most likely.
#pragma once

#include <cstdint>
#include <string>

namespace gridlock::bench {

struct SoundnessOptions {
  int runs = 100;      // minimum: each cell trains equally often
  int jobs = 4;        // cells in parallel
  std::string select;  // only cells whose id or case matches this pattern; "" = all
  std::uint64_t seed = 1;
  std::string json;  // a file for a line per run; "" = none
  std::string out;   // folder of results and evidence; "" = runs/soundness/TIME
};

// Prints a line per run and the sums. Returns an exit code: 1 if anything was called a deadlock or
// a desync, or if a run failed, since a failed run proves nothing.
int bench_soundness(const SoundnessOptions& options);

}  // namespace gridlock::bench
