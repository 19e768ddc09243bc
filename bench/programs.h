// gridlock bench prover, and the first part of gridlock bench probe: programs made with Google
// Benchmark, built when they are asked for.
#pragma once

#include <string>

namespace gridlock::bench {

// Builds the target `name` in the build folder that this program comes from, runs it several times
// over and prints medians. Returns an exit code.
int bench_program(const std::string& name);

}  // namespace gridlock::bench
