// gridlock bench soundness --adversaries: generated programs that look like a deadlock for a moment
// and then complete, each with a twin that hangs (cases/adversaries, matrix/adversaries.toml).
#pragma once

#include <cstdint>
#include <string>

namespace gridlock::bench {

struct AdversaryOptions {
  int pairs = 0;           // count of program pairs, the most different first; 0 = all rows
  int jobs = 2;            // cells in parallel
  bool gpus = false;       // runs the rows for GPUs, over NCCL
  std::string select;      // only matching cells, as in `gridlock list --select`; "" = all
  std::uint64_t seed = 1;  // seed of the rows and of how long each program looks like a deadlock
  std::string json;        // file that gets one line per run; "" = none
  std::string out;         // folder of results and evidence; "" = runs/adversaries/TIME
};

// Prints a line per run and the totals. Returns an exit code, which is 1 after a false proof, or if
// too few deadlocks were found or too many healthy programs failed.
int bench_adversaries(const AdversaryOptions& options);

// Prints the program of the row with this id, in the form that runs under exec or torchrun. Uses
// only the options `seed` and `gpus`. Returns an exit code. Throws InputError for an id that no row
// can have.
int print_adversary(const std::string& id, const AdversaryOptions& options);

}  // namespace gridlock::bench
