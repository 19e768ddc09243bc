// gridlock-minimize: reduces a failure to a script and finds the failure's cause.
#include "harness/main/commands.h"
#include "harness/main/program.h"

int main(int argc, char** argv) {
  return gridlock::run_program(gridlock::kMinimizeCommands, {}, argc, argv);
}
