// gridlock bench startup trains the same cells with torchrun, one by one, and with gridlock in each
// of its tiers.
#pragma once

#include <string>

namespace gridlock::bench {

struct StartupOptions {
  int repeat = 3;           // training runs of each cell in each of gridlock's tiers
  int torchrun_repeat = 1;  // training runs of each cell with torchrun, which is slow
  bool json = false;
};

// Prints seconds per cell and, as medians over cells, how many times faster than torchrun each tier
// is. Returns an exit code, which is 1 if a cell did not finish.
int bench_startup(const StartupOptions& options);

}  // namespace gridlock::bench
