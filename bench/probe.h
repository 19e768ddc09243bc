// gridlock bench probe: the cost of recording, per call and per training step.
#pragma once

namespace gridlock::bench {

struct ProbeOptions {
  int pairs = 3;    // per cell: once with the probe, once without
  int steps = 200;  // per training whose steps are compared
};

// Prints nanoseconds per call on a backend that does nothing; the share of training steps that
// recording takes, from the number of events and the cost of one, next to the interleaved steps of
// two variants; and how much longer whole cells take with the probe, in pairs. Returns an exit
// code.
int bench_probe(const ProbeOptions& options);

}  // namespace gridlock::bench
