// gridlock bench observe measures the cost of observing the compiler, during compilation and in
// later steps.
#pragma once

namespace gridlock::bench {

struct ObserveOptions {
  int pairs = 16;   // number of training runs with the observer, each next to a run without it
  int steps = 200;  // steps per training run, for the comparison of steps
};

// Prints medians and the targets. Returns an exit code, which is 1 if a target is missed.
int bench_observe(const ObserveOptions& options);

}  // namespace gridlock::bench
