// gridlock run --pdb: the terminal on which the user debugs a rank that raises an exception.
#pragma once

#include <termios.h>

#include <optional>
#include <string>

#include "harness/cli/run_arguments.h"
#include "harness/controller/run_folder.h"

namespace gridlock::cli {

// Returns the path of the terminal, such as "/dev/pts/3"; "" without --pdb. Throws
// matrix::InputError if standard input is not a terminal, or if another option cannot be combined
// with --pdb.
std::string debugger_terminal(const RunArguments& options);

// Returns whether `signal` (0 = none) ends the run. Ctrl-C at the debugger's prompt does not end
// the run but is forwarded to the rank that is being debugged.
bool is_interrupted(int signal, const controller::RunFolder& folder);

// Restores the terminal's settings in the destructor, because a rank that is killed at the
// debugger's prompt cannot restore them.
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
