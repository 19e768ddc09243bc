// Measures what recording adds to training steps on GPUs, and to single calls.
#pragma once

namespace gridlock::bench {

// Prints a row for each model and kind of call. Each step is made while the probe records and
// while it is paused, in turn. Returns an exit code.
int print_gpu_cost(int steps);

}  // namespace gridlock::bench
