// gridlock bench latency measures how soon gridlock exec proves a hang although other threads stay
// active.
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct LatencyOptions {
  int runs = 10;  // runs per script
  // Scripts whose other threads are tqdm's monitor, a DataLoader's threads and workers, the
  // compiler's pools, or idle executors.
  std::vector<std::string> scripts = {"hanging/tqdm_bar_open", "hanging/pin_memory_loader",
                                      "hanging/compile_graph_break", "hanging/idle_pool_threads"};
};

// Prints the milliseconds from the last event to the proof, per script and for all scripts
// together. Returns an exit code.
int bench_latency(const LatencyOptions& options);

}  // namespace gridlock::bench
