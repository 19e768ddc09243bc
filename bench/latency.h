// gridlock bench latency: how soon gridlock exec proves a hang while other threads never stop.
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct LatencyOptions {
  int runs = 10;  // per script
  // With tqdm's monitor, a DataLoader's threads and workers, the compiler's pools, idle executors.
  std::vector<std::string> scripts = {"hanging/tqdm_bar_open", "hanging/pin_memory_loader",
                                      "hanging/compile_graph_break", "hanging/idle_pool_threads"};
};

// Prints the ms from the last event to the proof, per script and in total. Returns an exit code.
int bench_latency(const LatencyOptions& options);

}  // namespace gridlock::bench
