// gridlock bench exec measures the cost of running a script under gridlock exec instead of
// torchrun.
#pragma once

namespace gridlock::bench {

struct ExecBenchOptions {
  int pairs = 5;  // number of runs under gridlock exec, each next to one under torchrun
  int ranks = 2;
};

// Prints medians over pairs: seconds from start to end, seconds per step, memory of the supervising
// processes, and the size in bytes of a rank's ring buffer. Returns an exit code, which is 1 if a
// run fails.
int bench_exec(const ExecBenchOptions& options);

}  // namespace gridlock::bench
