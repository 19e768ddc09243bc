// Measures what gridlock exec adds to training steps on GPUs, and to single calls.
#pragma once

namespace gridlock::bench {

// Prints a row for each model and kind of call. Two jobs take turns with each step: one is started
// by torchrun, one by gridlock exec. Returns an exit code.
int print_gpu_cost(int steps);

}  // namespace gridlock::bench
