// gridlock: the command line.
#include "harness/main/commands.h"
#include "harness/main/program.h"

int main(int argc, char** argv) {
  return gridlock::run_program(gridlock::kCommands, gridlock::cli::kLaterCommands, argc, argv);
}
