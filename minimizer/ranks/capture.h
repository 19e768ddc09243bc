// Captures the computations of the library modules that a script uses: the graphs that Dynamo
// captures for them on each rank, in one run of the script made for this purpose
// (harness/rank/gridlock/capture).
#pragma once

#include <filesystem>
#include <stop_token>

#include "harness/run/fork_server.h"
#include "minimizer/problem.h"
#include "minimizer/ranks/script_oracle.h"

namespace gridlock::minimizer {

inline constexpr const char* kGraphs = "search/graphs";  // in the folder of a request

// Runs nothing if `folder` exists: a search is resumed. A run that fails or hangs leaves the graphs
// captured before.
void capture_graphs(run::ForkServer& server, const Candidate& candidate,
                    const std::filesystem::path& folder, ScriptLimits limits,
                    const std::stop_token& stop);

}  // namespace gridlock::minimizer
