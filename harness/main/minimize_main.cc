// gridlock-minimize: from a failure to its script and its cause.
#include <array>

#include "harness/cli/command.h"
#include "harness/main/program.h"

int main(int argc, char** argv) {
  using namespace gridlock;
  constexpr std::array<AddCommand, 3> kCommands = {cli::add_minimize, cli::add_ablate, cli::add_export};
  return run_program(kCommands, {}, argc, argv);
}
