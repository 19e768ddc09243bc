// Runs the programs of gridlock bench prover and of the first part of gridlock bench probe. The
// programs use Google Benchmark and are built on demand.
#pragma once

#include <string>

namespace gridlock::bench {

// Builds the target `name` in the build folder of this program. Runs the built program several
// times and prints medians. Returns an exit code.
int bench_program(const std::string& name);

}  // namespace gridlock::bench
