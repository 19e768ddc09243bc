// gridlock bench probe: the cost of recording, per call and per training step.
#pragma once

namespace gridlock::bench {

struct ProbeOptions {
  int pairs = 3;    // per cell: pairs of one run with the probe and one run without it
  int steps = 200;  // per training run whose steps are compared
};

// Prints three measurements. The first is nanoseconds per call on a backend that does nothing. The
// second is the share of a training step that recording takes, computed from the number of events
// and the cost of one event, next to the times of interleaved steps with and without the probe. The
// third is how much longer whole cells take with the probe, measured in pairs. Returns an exit
// code.
int bench_probe(const ProbeOptions& options);

}  // namespace gridlock::bench
