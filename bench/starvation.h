// gridlock bench starvation: for how long a thread that can run is kept from doing so on a machine
// that is busy with something else, against the time between the two snapshots of a proof
// (prover::kBetweenSnapshots).
#pragma once

namespace gridlock::bench {

// Measures for so many seconds, prints a few lines and returns an exit code.
int bench_starvation(int seconds);

}  // namespace gridlock::bench
