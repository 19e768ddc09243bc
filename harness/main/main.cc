// gridlock: the command line. A command is a file in harness/cli and a row of the table below; a
// command that is not needed at first is a row of harness/cli/later.h and of another program's
// table.
#include <array>

#include "harness/cli/command.h"
#include "harness/main/program.h"

namespace {

using namespace gridlock;

constexpr std::array<AddCommand, 11> kCommands = {
    cli::add_run,  cli::add_list,   cli::add_explain, cli::add_new,   cli::add_check, cli::add_exec,
    cli::add_dump, cli::add_causes, cli::add_diff,    cli::add_prune, cli::add_schema};

}  // namespace

int main(int argc, char** argv) {
  return run_program(kCommands, cli::kLaterCommands, argc, argv);
}
