// gridlock bench latency: how soon gridlock exec proves a hang beside threads that never stop.
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct LatencyOptions {
  int runs = 10;  // of each script
  // With tqdm's monitor, a DataLoader's threads and workers, the compiler's pools, idle executors.
  std::vector<std::string> scripts = {"hanging/tqdm_bar_open", "hanging/pin_memory_loader",
                                      "hanging/compile_graph_break", "hanging/idle_pool_threads"};
};

// Prints ms from the last event to the proof, by script and in all. Returns an exit code.
int bench_latency(const LatencyOptions& options);

}  // namespace gridlock::bench
