// gridlock bench observe: what it costs to observe the compiler, in compiles and in the steps after
// them.
#pragma once

namespace gridlock::bench {

struct ObserveOptions {
  int pairs = 16;   // trainings with the observer, each beside one without
  int steps = 200;  // of each of the trainings whose steps are compared
};

// Prints medians and the targets. Returns an exit code: 1 when one is missed.
int bench_observe(const ObserveOptions& options);

}  // namespace gridlock::bench
