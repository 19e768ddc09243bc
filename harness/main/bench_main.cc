// gridlock-bench: measures and tests gridlock itself.
#include "harness/main/commands.h"
#include "harness/main/program.h"

int main(int argc, char** argv) {
  return gridlock::run_program(gridlock::kBenchCommands, {}, argc, argv);
}
