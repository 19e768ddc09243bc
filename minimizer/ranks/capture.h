// What the modules of libraries compute that a script uses: the graphs that Dynamo captures for
// them on each rank, in one run of the script that is made for it (harness/rank/gridlock/capture).
#pragma once

#include <filesystem>
#include <stop_token>

#include "harness/run/fork_server.h"
#include "minimizer/problem.h"
#include "minimizer/ranks/script_oracle.h"

namespace gridlock::minimizer {

inline constexpr const char* kGraphs = "search/graphs";  // in the folder of a job

// Nothing is run where the folder is there: a search is resumed. A run that fails or hangs has
// captured what came before.
void capture_graphs(run::ForkServer& server, const Candidate& candidate,
                    const std::filesystem::path& folder, ScriptLimits limits,
                    const std::stop_token& stop);

}  // namespace gridlock::minimizer
