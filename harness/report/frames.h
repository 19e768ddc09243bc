// Describes what torch.compile did, for users.
#pragma once

#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::report {

// Describes each frame with its ranks, phases, graph breaks and recompiles, and then the
// differences between ranks. Returns "" if there are no frames.
std::string frames_text(const std::vector<health::Frame>& frames);

}  // namespace gridlock::report
