// gridlock bench exec: what it costs to run a script under gridlock exec instead of torchrun.
#pragma once

namespace gridlock::bench {

struct ExecBenchOptions {
  int pairs = 5;  // runs under gridlock exec, each beside one under torchrun
  int ranks = 2;
};

// Prints medians over pairs: seconds from start to end, seconds per step, memory of the processes
// that look on, and bytes of a rank's ring. Returns an exit code: 1 where a run fails.
int bench_exec(const ExecBenchOptions& options);

}  // namespace gridlock::bench
