// gridlock bench probe measures the cost of recording, per call and per training step.
#pragma once

namespace gridlock::bench {

struct ProbeOptions {
  int pairs = 3;    // number of pairs per cell: one run with the probe and one run without it
  int steps = 200;  // steps per training run, for the comparison of steps
};

// Prints three measurements. The first is the nanoseconds per call on a backend that does nothing.
// The second is the share of a training step that recording takes, computed from the number of
// events and the cost of one event. The times of interleaved steps with and without the probe stand
// next to it. The third is how much longer whole cells take with the probe, measured in pairs.
// Returns an exit code.
int bench_probe(const ProbeOptions& options);

}  // namespace gridlock::bench
