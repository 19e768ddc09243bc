// gridlock bench peers runs the same faults under gridlock exec and under the tools in use today.
#pragma once

#include <string>
#include <vector>

namespace gridlock::bench {

struct PeersOptions {
  double seconds = 10;            // how long a tool waits for progress
  std::vector<std::string> only;  // scripts, such as hanging/store_key_name; empty = all
  bool json = false;              // prints one object per line
};

// Prints a row for each script and tool, then a table (Markdown). Returns an exit code.
int bench_peers(const PeersOptions& options);

}  // namespace gridlock::bench
