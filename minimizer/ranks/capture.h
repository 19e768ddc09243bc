// Captures the computations of the library modules that a script uses. In an additional run of the
// script, Dynamo captures the graphs of these modules on each rank (harness/rank/gridlock/capture).
#pragma once

#include <filesystem>
#include <stop_token>

#include "harness/run/fork_server.h"
#include "minimizer/problem.h"
#include "minimizer/ranks/script_oracle.h"

namespace gridlock::minimizer {

inline constexpr const char* kGraphs = "search/graphs";  // relative to a request's folder

// Captures the graphs in a run of the candidate. Runs nothing if `folder` exists, which means that
// the search is resumed. A run that fails or hangs leaves the graphs that were captured before the
// failure.
void capture_graphs(run::ForkServer& server, const Candidate& candidate,
                    const std::filesystem::path& folder, ScriptLimits limits,
                    const std::stop_token& stop);

}  // namespace gridlock::minimizer
