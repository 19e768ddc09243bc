// Describes what torch.compile did, for people.
#pragma once

#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::report {

// Returns each frame with its ranks, phases, graph breaks and recompiles, and the differences
// between ranks; "" without frames.
std::string frames_text(const std::vector<health::Frame>& frames);

}  // namespace gridlock::report
