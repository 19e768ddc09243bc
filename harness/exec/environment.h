// Environment variables for the processes that gridlock exec starts.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/exec/options.h"
#include "harness/exec/parts.h"

namespace gridlock::exec {

using Environment = std::map<std::string, std::string>;

// Returns the environment variables that load the probe into all descendant Python processes
// (harness/rank/site). `hub` is the path of the registration socket.
Environment probe_variables(const Parts& parts, const std::filesystem::path& hub);

// Returns the variables that torchrun sets for a rank
// (torch/distributed/elastic/agent/server/local_elastic_agent.py).
Environment torchrun_variables(const ExecOptions& options, int local_rank, int store_port);

// Finds the variables that all entries of `all` share. Removes these variables from each entry and
// returns them.
Environment take_common(std::vector<Environment>& all);

}  // namespace gridlock::exec
