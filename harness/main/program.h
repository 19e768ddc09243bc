// The code that gridlock and the programs that it executes (harness/cli/later.h) share.
#pragma once

#include <span>

#include "harness/cli/later.h"

namespace gridlock {

namespace arguments {
class Command;
}

using AddCommand = void (*)(const arguments::Command& app, int& exit_code);

// The first lines of gridlock's help.
inline constexpr const char* kAbout =
    "Trains a grid of compiled, sharded, context-parallel configurations on real ranks and "
    "reports\na verdict for each.\n\n"
    "Exit codes: 0 all as expected, 1 unexpected verdicts, 2 bad input, 3 environment error,\n"
    "130 interrupted.";

// Runs the command that the arguments name. Another program runs the commands in `later`. Prints
// errors. Returns the exit code.
int run_program(std::span<const AddCommand> commands, std::span<const cli::LaterCommand> later,
                int argc, char** argv);

}  // namespace gridlock
