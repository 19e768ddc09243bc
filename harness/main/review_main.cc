// gridlock-review: compares runs with recorded numbers, and their settings with each other.
#include <array>

#include "harness/cli/command.h"
#include "harness/main/program.h"

int main(int argc, char** argv) {
  using namespace gridlock;
  constexpr std::array<AddCommand, 2> kCommands = {cli::add_golden, cli::add_flags};
  return run_program(kCommands, {}, argc, argv);
}
