// gridlock run --pdb: the terminal on which a rank that raises is debugged.
#pragma once

#include <termios.h>

#include <optional>
#include <string>

#include "harness/cli/run_arguments.h"
#include "harness/controller/run_folder.h"

namespace gridlock::cli {

// "/dev/pts/3"; "" without --pdb. Throws matrix::InputError where standard input is no terminal, or
// where another option rules a debugger out.
std::string debugger_terminal(const RunArguments& options);

// Whether a signal (0: none came) ends the run. Ctrl-C at the prompt of a debugger goes on to the
// rank that is debugged.
bool is_interrupted(int signal, const controller::RunFolder& folder);

// Puts the terminal's settings back at its end: a rank that is killed at its prompt cannot.
class KeptTerminal {
 public:
  KeptTerminal();
  ~KeptTerminal();
  KeptTerminal(const KeptTerminal&) = delete;
  KeptTerminal& operator=(const KeptTerminal&) = delete;

 private:
  std::optional<termios> settings_;  // nothing where standard input is no terminal
};

}  // namespace gridlock::cli
