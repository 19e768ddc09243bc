#include "harness/cli/debugger_terminal.h"

#include <signal.h>
#include <unistd.h>

#include "harness/process/files.h"
#include "harness/text/quantity.h"
#include "harness/workspace/signals.h"
#include "matrix/diagnostic.h"

namespace gridlock::cli {

std::string debugger_terminal(const RunArguments& options) {
  if (!options.pdb) return "";
  if (options.launcher != "local") {
    throw matrix::InputError(
        "--pdb: ranks on other hosts have no terminal here; leave --launcher out");
  }
  if (options.budget_seconds > 0) {
    throw matrix::InputError("--pdb: a debugger may stay open for any time, so leave --budget out");
  }
  const char* name = ttyname(STDIN_FILENO);
  if (name != nullptr) return name;
  throw matrix::InputError(
      "--pdb: standard input is not a terminal; start the run in one, without a pipe or '<'");
}

bool is_interrupted(int signal, const controller::RunFolder& folder) {
  if (signal != SIGINT) return signal != 0;
  const std::string text = process::read_text(folder.debug_turn());
  const int rank = text::whole_number(text.substr(0, text.find('\n'))).value_or(0);
  if (rank == 0 || kill(rank, SIGINT) != 0) return true;
  workspace::forget_signal();
  return false;
}

KeptTerminal::KeptTerminal() {
  termios settings{};
  if (tcgetattr(STDIN_FILENO, &settings) == 0) settings_ = settings;
}

KeptTerminal::~KeptTerminal() {
  if (settings_) tcsetattr(STDIN_FILENO, TCSANOW, &*settings_);
}

}  // namespace gridlock::cli
