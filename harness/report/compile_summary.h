// What torch.compile did in a job, in a few lines.
#pragma once

#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::report {

// Frames and seconds, who took longest, what it failed on, graph breaks by place, recompiles with
// their guards, what ranks compiled differently. A line each, the gravest first; never empty.
std::vector<std::string> compile_summary(const std::vector<health::RankFrames>& ranks);

}  // namespace gridlock::report
