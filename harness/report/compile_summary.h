// Summarizes in a few lines what torch.compile did in a job.
#pragma once

#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::report {

// Returns one line each, the most severe first, never none: frames and seconds, the slowest rank,
// failures to compile, graph breaks by place, recompiles with their guards, and differences between
// ranks.
std::vector<std::string> compile_summary(const std::vector<health::RankFrames>& ranks);

}  // namespace gridlock::report
