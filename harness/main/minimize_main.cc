// gridlock-minimize: reduces a failure to a script and finds its cause.
#include "harness/main/commands.h"
#include "harness/main/program.h"

int main(int argc, char** argv) {
  return gridlock::run_program(gridlock::kMinimizeCommands, {}, argc, argv);
}
