// gridlock run --pdb: the terminal on which a rank that raises an exception is debugged.
#pragma once

#include <termios.h>

#include <optional>
#include <string>

#include "harness/cli/run_arguments.h"
#include "harness/controller/run_folder.h"

namespace gridlock::cli {

// Returns a path such as "/dev/pts/3"; "" without --pdb. Throws matrix::InputError if standard
// input is not a terminal, or if another option excludes a debugger.
std::string debugger_terminal(const RunArguments& options);

// Returns whether a signal (0 = none came) ends the run. Ctrl-C at a debugger's prompt is passed on
// to the rank that is debugged.
bool is_interrupted(int signal, const controller::RunFolder& folder);

// Restores the terminal's settings when destroyed: a rank that is killed at its prompt cannot.
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
