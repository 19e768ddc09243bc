// Describes what torch.compile did, for people to read.
#pragma once

#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::report {

// Returns text about each frame, with its ranks, phases, graph breaks and recompiles, followed by
// the differences between ranks. Returns "" if there are no frames.
std::string frames_text(const std::vector<health::Frame>& frames);

}  // namespace gridlock::report
