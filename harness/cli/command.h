// Declares the functions that add subcommands to the application. Each command has a source file.
// The table of all commands is in harness/main.
#pragma once

#include "harness/process/exit_code.h"

namespace gridlock::arguments {
class Command;
}

namespace gridlock::cli {

using process::ExitCode;
using enum process::ExitCode;

// Each function adds a subcommand. The subcommand's callback sets `exit_code`.
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
