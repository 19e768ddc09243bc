// Says what cannot be proved any more, because a rank has more than its ring can record.
#pragma once

#include <string>
#include <vector>

#include "harness/exec/job_registry.h"

namespace gridlock::exec {

// Returns a sentence for each limit that a rank of the job has exceeded since the last call.
std::vector<std::string> new_limits(Job& job);

}  // namespace gridlock::exec
