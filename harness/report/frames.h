// What torch.compile did, for people.
#pragma once

#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::report {

// Frame by frame, with its ranks, phases, graph breaks and recompiles, and what differs between
// ranks; "" for none.
std::string frames_text(const std::vector<health::Frame>& frames);

}  // namespace gridlock::report
