// gridlock bench startup: the same cells through torchrun, one by one, and through gridlock's
// tiers.
#pragma once

#include <string>

namespace gridlock::bench {

struct StartupOptions {
  int repeat = 3;           // trainings of each cell in each of gridlock's tiers
  int torchrun_repeat = 1;  // the same for torchrun, which is slow
  bool json = false;
};

// Prints seconds per cell and, as medians over cells, how many times faster each tier is. Returns
// an exit code: 1 if a cell did not finish.
int bench_startup(const StartupOptions& options);

}  // namespace gridlock::bench
