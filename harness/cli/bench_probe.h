// gridlock bench probe: what recording costs, per call and per training step.
#pragma once

namespace gridlock::cli {

struct ProbeOptions {
  int pairs = 3;    // runs with the probe, each beside one without
  int steps = 100;  // of each training
};

// Prints nanoseconds per call on a backend that does nothing, then how much longer steps and cells
// take with the probe than without, as medians over pairs of runs. Returns an exit code.
int bench_probe(const ProbeOptions& options);

}  // namespace gridlock::cli
