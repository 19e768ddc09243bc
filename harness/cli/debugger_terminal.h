// Implements gridlock run --pdb: the terminal on which the user debugs a rank that raises.
#pragma once

#include <termios.h>

#include <optional>
#include <string>

#include "harness/cli/run_arguments.h"
#include "harness/controller/run_folder.h"

namespace gridlock::cli {

// Returns the path of the terminal, such as "/dev/pts/3". Returns "" without --pdb. Throws
// matrix::InputError if standard input is not a terminal, or if another option excludes --pdb.
std::string debugger_terminal(const RunArguments& options);

// Returns whether `signal` (0 = none) ends the run. Ctrl-C at the prompt of the debugger does not
// end the run: it is forwarded to the rank that is being debugged.
bool is_interrupted(int signal, const controller::RunFolder& folder);

// Restores the settings of the terminal when destroyed. A rank that is killed at the prompt of the
// debugger cannot restore them.
class KeptTerminal {
 public:
  KeptTerminal();
  ~KeptTerminal();
  KeptTerminal(const KeptTerminal&) = delete;
  KeptTerminal& operator=(const KeptTerminal&) = delete;

 private:
  std::optional<termios> settings_;  // nullopt if standard input is not a terminal
};

}  // namespace gridlock::cli
