// gridlock bench observe: the cost of observing the compiler, in compiles and in the steps after
// them.
#pragma once

namespace gridlock::bench {

struct ObserveOptions {
  int pairs = 16;   // trainings with the observer, each next to one without
  int steps = 200;  // per training whose steps are compared
};

// Prints medians and the targets. Returns an exit code: 1 if a target is missed.
int bench_observe(const ObserveOptions& options);

}  // namespace gridlock::bench
