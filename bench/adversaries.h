// gridlock bench soundness --adversaries runs generated programs. Each program looks like a
// deadlock for a moment and then completes. Each has a twin that hangs (cases/adversaries,
// matrix/adversaries.toml).
#pragma once

#include <cstdint>
#include <string>

namespace gridlock::bench {

struct AdversaryOptions {
  int pairs = 0;           // number of programs, each with its twin; 0 = all
  int jobs = 2;            // cells that run at the same time
  bool plain = false;      // without gridlock (adversary_plain.h)
  bool gpus = false;       // runs the rows for GPUs, over NCCL
  std::string select;      // only matching cells, as in `gridlock list --select`; "" = all
  std::uint64_t seed = 1;  // selects the rows, and how long each program looks stuck
  std::string json;        // file that gets one line per run; "" = none
  std::string out;         // folder of results and evidence; "" = runs/adversaries/TIME
};

// Prints a line per run and the totals. Returns an exit code, which is 1 after a false proof, or if
// too few deadlocks were found or too many healthy programs failed.
int bench_adversaries(const AdversaryOptions& options);

// Prints the program of the row `id`. The program runs under gridlock exec or torchrun. Uses only
// the options `seed` and `gpus`. Returns an exit code. Throws InputError if no row can have this
// id.
int print_adversary(const std::string& id, const AdversaryOptions& options);

}  // namespace gridlock::bench
