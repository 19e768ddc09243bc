// Each command is one file: it adds its subcommand to the application and sets the exit code. The
// table of all commands is in harness/main.
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

// Thrown by work that cannot continue after the user's interrupt: exit code kInterrupted.
struct Interrupted {};

// The paths of the installation's parts.
struct Installation {
  std::filesystem::path root;      // the repository: cases/, matrix/
  std::filesystem::path binaries;  // gridlock-agent, gridlock-zygote
  std::filesystem::path python;    // the Python with torch: GRIDLOCK_PYTHON, else the build's
};
const Installation& installation();

// Returns how the user called this program, for commands to paste: "./gridlock", "gridlock", a
// path.
std::string program_name();

// Each function adds one subcommand, whose callback sets `exit_code`.
void add_list(const arguments::Command& app, int& exit_code);
void add_explain(const arguments::Command& app, int& exit_code);
void add_export(const arguments::Command& app, int& exit_code);
void add_new(const arguments::Command& app, int& exit_code);
void add_run(const arguments::Command& app, int& exit_code);
void add_diff(const arguments::Command& app, int& exit_code);
void add_help(const arguments::Command& app, int& exit_code);
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
