// gridlock bench starvation measures how long a runnable thread waits for a processor on a loaded
// machine. The result is compared with the time between the two snapshots of a proof
// (prover::kBetweenSnapshots).
#pragma once

namespace gridlock::bench {

// Measures for `seconds` seconds, prints a few lines and returns an exit code.
int bench_starvation(int seconds);

}  // namespace gridlock::bench
