// gridlock bench probe: what recording costs, per call and per training step.
#pragma once

namespace gridlock::bench {

struct ProbeOptions {
  int pairs = 3;    // of each cell: once with the probe, once without
  int steps = 200;  // of each training whose steps are compared
};

// Prints nanoseconds per call on a backend that does nothing; then what recording takes of training
// steps, by the number of events and what one costs, beside steps of two teams that take turns;
// then how much longer whole cells take with the probe, one beside the other. Returns an exit code.
int bench_probe(const ProbeOptions& options);

}  // namespace gridlock::bench
