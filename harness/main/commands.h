// The commands of each program, in the order of its help. To add a command, add a file to
// harness/cli and an entry here. A command of a program that is built on first use also needs a row
// in harness/cli/later.h.
#pragma once

#include <array>

#include "bench/bench.h"
#include "harness/cli/command.h"
#include "harness/main/program.h"

namespace gridlock {

// The commands of gridlock.
inline constexpr std::array<AddCommand, 12> kCommands = {
    cli::add_run,   cli::add_list,  cli::add_explain, cli::add_new,
    cli::add_check, cli::add_exec,  cli::add_dump,    cli::add_causes,
    cli::add_diff,  cli::add_prune, cli::add_schema,  cli::add_help};

// The commands of gridlock-minimize, which reduces a failure to a script and finds the failure's
// cause.
inline constexpr std::array<AddCommand, 3> kMinimizeCommands = {cli::add_minimize, cli::add_ablate,
                                                                cli::add_export};

// The commands of gridlock-review, which compares runs with recorded numerical results, and
// compares the settings of runs.
inline constexpr std::array<AddCommand, 2> kReviewCommands = {cli::add_golden, cli::add_flags};

// The commands of gridlock-bench, which measures and tests gridlock itself.
inline constexpr std::array<AddCommand, 2> kBenchCommands = {cli::add_selftest, bench::add_bench};

}  // namespace gridlock
