// Parses and checks the command line of `gridlock exec`.
#pragma once

#include <string>
#include <vector>

#include "harness/exec/options.h"

namespace gridlock::arguments {
class Command;
}

namespace gridlock::cli {

struct ExecArguments {
  exec::ExecOptions run;
  std::string ranks;  // a number, "gpu", "cpu" or "auto"
  std::string python;
  std::string master_address;
  std::string on_deadlock = "kill";
  std::string on_likely = "report";
  std::string on_desync = "kill";
  std::string rendezvous;  // value of torchrun's --rdzv-*, which is rejected
  int restarts = 0;
  bool standalone = false;
};

void add_exec_arguments(const arguments::Command& command, ExecArguments& options);

// Stores the script or command and its arguments: all words of the command line that are not
// options of exec. Throws matrix::InputError if the first word looks like an option.
void take_command(ExecArguments& options, std::vector<std::string> words,
                  const std::vector<std::string>& option_names);

// Converts the text of options to numbers, and sets the hosts from the environment (including
// mpirun's variables). Throws matrix::InputError for invalid or contradictory options.
void validate(ExecArguments& options);

// Returns whether `name` is a program in PATH or the path of a program.
bool is_command(const std::string& name);

}  // namespace gridlock::cli
