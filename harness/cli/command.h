// A command is a file: it adds its subcommand to the application and leaves its exit code behind.
// The table of all commands is in main.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>

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
void add_list(CLI::App& app, int& exit_code);
void add_explain(CLI::App& app, int& exit_code);
void add_new(CLI::App& app, int& exit_code);
void add_run(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_exec(CLI::App& app, int& exit_code);
void add_dump(CLI::App& app, int& exit_code);
void add_selftest(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);

}  // namespace gridlock::cli
