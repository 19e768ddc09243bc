// Summarizes in a few lines what torch.compile did in a job.
#pragma once

#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::report {

// Returns at least one line. The lines are about frames and seconds, the slowest rank, compile
// failures, graph breaks by source location, recompiles with their guards, and differences between
// ranks.
std::vector<std::string> compile_summary(const std::vector<health::RankFrames>& ranks);

}  // namespace gridlock::report
