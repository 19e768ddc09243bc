// gridlock-review: compares runs with recorded numbers, and their settings with each other.
#include "harness/main/commands.h"
#include "harness/main/program.h"

int main(int argc, char** argv) {
  return gridlock::run_program(gridlock::kReviewCommands, {}, argc, argv);
}
