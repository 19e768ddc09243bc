// gridlock-review: compares runs with recorded numerical results, and compares the settings of
// runs.
#include "harness/main/commands.h"
#include "harness/main/program.h"

int main(int argc, char** argv) {
  return gridlock::run_program(gridlock::kReviewCommands, {}, argc, argv);
}
