// What the words of `gridlock exec` mean, and what of them makes no sense.
#pragma once

#include <string>
#include <vector>

#include "harness/exec/options.h"

namespace gridlock::arguments {
class Command;
}

namespace gridlock::cli {

struct ExecOptions {
  exec::Options run;
  std::string ranks;  // a number, "gpu", "cpu" or "auto"
  std::string python;
  std::string master_address;
  std::string on_deadlock = "kill";
  std::string on_likely = "report";
  std::string on_desync = "kill";
  std::string rendezvous;  // of torchrun, which is refused
  int restarts = 0;
  bool standalone = false;
};

void add_exec_options(const arguments::Command& command, ExecOptions& options);

// The script or command with its arguments: the words that are no options of exec. Throws
// matrix::InputError where the first one looks like an option.
void take_command(ExecOptions& options, std::vector<std::string> words,
                  const std::vector<std::string>& option_names);

// Numbers for words, and what mpirun and the environment say of hosts. Throws matrix::InputError
// where the options cannot be meant so.
void settle(ExecOptions& options);

// A program in PATH, or the path of one.
bool is_command(const std::string& name);

}  // namespace gridlock::cli
