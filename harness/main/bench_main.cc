// gridlock-bench: measures and tests gridlock itself.
#include <array>

#include "bench/bench.h"
#include "harness/cli/command.h"
#include "harness/main/program.h"

int main(int argc, char** argv) {
  using namespace gridlock;
  constexpr std::array<AddCommand, 2> kCommands = {bench::add_bench, cli::add_selftest};
  return run_program(kCommands, {}, argc, argv);
}
