// gridlock-minimize: reduces a failure to a script and finds its cause.
#include <array>

#include "harness/cli/command.h"
#include "harness/main/program.h"

int main(int argc, char** argv) {
  using namespace gridlock;
  constexpr std::array<AddCommand, 3> kCommands = {cli::add_minimize, cli::add_ablate, cli::add_export};
  return run_program(kCommands, {}, argc, argv);
}
