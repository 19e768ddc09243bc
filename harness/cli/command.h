// A command is a file: it adds its subcommand to the application and leaves its exit code behind.
// The table of all commands is in harness/main.
#pragma once

#include <filesystem>
#include <string>

#include "harness/process/exit_code.h"

namespace gridlock::arguments {
class Command;
}

namespace gridlock::cli {

using process::ExitCode;
using enum process::ExitCode;

// Thrown by what cannot go on when the user has interrupted it: exit code kInterrupted.
struct Interrupted {};

// Where the installation keeps its parts.
struct Installation {
  std::filesystem::path root;      // the repository: cases/, matrix/
  std::filesystem::path binaries;  // gridlock-agent, gridlock-zygote
  std::filesystem::path python;  // the Python that has torch: GRIDLOCK_PYTHON, or the one built for
};
const Installation& installation();

// How the user called this program, for commands to paste: "./gridlock", "gridlock", a path.
std::string program_name();

// Each adds one subcommand; when it is chosen its callback sets `exit_code`.
void add_list(const arguments::Command& app, int& exit_code);
void add_explain(const arguments::Command& app, int& exit_code);
void add_export(const arguments::Command& app, int& exit_code);
void add_new(const arguments::Command& app, int& exit_code);
void add_run(const arguments::Command& app, int& exit_code);
void add_diff(const arguments::Command& app, int& exit_code);
void add_golden(const arguments::Command& app, int& exit_code);
void add_flags(const arguments::Command& app, int& exit_code);
void add_prune(const arguments::Command& app, int& exit_code);
void add_check(const arguments::Command& app, int& exit_code);
void add_exec(const arguments::Command& app, int& exit_code);
void add_ablate(const arguments::Command& app, int& exit_code);
void add_causes(const arguments::Command& app, int& exit_code);
void add_dump(const arguments::Command& app, int& exit_code);
void add_minimize(const arguments::Command& app, int& exit_code);
void add_schema(const arguments::Command& app, int& exit_code);
void add_selftest(const arguments::Command& app, int& exit_code);

}  // namespace gridlock::cli
