// A command is a file: it adds its subcommand to the application and leaves its exit code behind.
// The table of all commands is in harness/main.
#pragma once

#include <filesystem>

namespace gridlock::arguments {
class Command;
}

namespace gridlock::cli {

// Exit codes of every command.
enum ExitCode : int {
  kExpected = 0,     // every verdict was as expected
  kUnexpected = 1,   // some verdict was not
  kBadInput = 2,     // the user can mend it: the message says how
  kEnvironment = 3,  // the machine is not as it must be
  kInterrupted = 130,
};

// Thrown by what cannot go on when the user has interrupted it: exit code kInterrupted.
struct Interrupted {};

// Where the installation keeps its parts.
struct Installation {
  std::filesystem::path root;      // the repository: cases/, matrix/
  std::filesystem::path binaries;  // gridlock-agent, gridlock-zygote
  std::filesystem::path python;  // the Python that has torch: GRIDLOCK_PYTHON, or the one built for
};
const Installation& installation();

// Each adds one subcommand; when it is chosen its callback sets `exit_code`.
void add_list(const arguments::Command& app, int& exit_code);
void add_explain(const arguments::Command& app, int& exit_code);
void add_new(const arguments::Command& app, int& exit_code);
void add_run(const arguments::Command& app, int& exit_code);
void add_prune(const arguments::Command& app, int& exit_code);
void add_check(const arguments::Command& app, int& exit_code);
void add_exec(const arguments::Command& app, int& exit_code);
void add_dump(const arguments::Command& app, int& exit_code);
void add_selftest(const arguments::Command& app, int& exit_code);

}  // namespace gridlock::cli
