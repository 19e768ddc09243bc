// The commands of each program, in the order of its help. A command is a file in harness/cli and
// its place here; one that is not needed at first is also a row of harness/cli/later.h.
#pragma once

#include <array>

#include "bench/bench.h"
#include "harness/cli/command.h"
#include "harness/main/program.h"

namespace gridlock {

// Of gridlock.
inline constexpr std::array<AddCommand, 12> kCommands = {
    cli::add_run,   cli::add_list,  cli::add_explain, cli::add_new,
    cli::add_check, cli::add_exec,  cli::add_dump,    cli::add_causes,
    cli::add_diff,  cli::add_prune, cli::add_schema,  cli::add_help};

// Of gridlock-minimize, which reduces a failure to a script and finds its cause.
inline constexpr std::array<AddCommand, 3> kMinimizeCommands = {cli::add_minimize, cli::add_ablate,
                                                                cli::add_export};

// Of gridlock-review, which compares runs with recorded numbers, and their settings with each
// other.
inline constexpr std::array<AddCommand, 2> kReviewCommands = {cli::add_golden, cli::add_flags};

// Of gridlock-bench, which measures and tests gridlock itself.
inline constexpr std::array<AddCommand, 2> kBenchCommands = {cli::add_selftest, bench::add_bench};

}  // namespace gridlock
