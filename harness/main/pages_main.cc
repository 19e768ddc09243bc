// gridlock-pages: prints the pages of docs/ that are generated from the code.
#include <array>

#include "harness/main/program.h"
#include "harness/main/reference_pages.h"

int main(int argc, char** argv) {
  using namespace gridlock;
  constexpr std::array<AddCommand, 1> kCommands = {add_pages};
  return run_program(kCommands, {}, argc, argv);
}
