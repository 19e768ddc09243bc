// The variables that processes below an exec are started with.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/exec/options.h"
#include "harness/exec/parts.h"

namespace gridlock::exec {

using Environment = std::map<std::string, std::string>;

// What brings the probe into every Python below: see harness/rank/site.
Environment probe_variables(const Parts& parts, const std::filesystem::path& hub);

// What torchrun sets for a rank (torch/distributed/elastic/agent/server/local_elastic_agent.py).
Environment torchrun_variables(const Options& options, int local_rank, int store_port);

// Takes the variables out of `all` that each of them has with the same value, and gives them.
Environment take_common(std::vector<Environment>& all);

}  // namespace gridlock::exec
