// What torch.compile did in a job, frame by frame: what the ranks said of each, joined where they
// agree.
#pragma once

#include <string>
#include <vector>

#include "harness/protocol/compiled_frame.h"

namespace gridlock::health {

// Of one rank, in the order in which it compiled.
struct RankFrames {
  int rank = 0;
  std::vector<protocol::CompiledFrame> frames;
};

struct Frame {
  // With its backward, the phases of the rank that took longest, the caches and the code of all.
  protocol::CompiledFrame compiled;
  std::vector<int> ranks;  // that compiled it alike: the same reason, graphs, breaks and guards
  double fastest_seconds = 0;
  double slowest_seconds = 0;
};

// In the order in which the first of its ranks compiled each.
std::vector<Frame> join(const std::vector<RankFrames>& ranks);
// What each rank compiled, with the seconds of the slowest; not in order.
std::vector<RankFrames> by_rank(const std::vector<Frame>& frames);

double seconds_of(const protocol::CompiledFrame& frame);  // in all phases

std::string place_of(const std::string& file, int line);  // "case.py:26"
// "forward at case.py:26 [0/1]"
std::string name_of(const protocol::CompiledFrame& frame);

}  // namespace gridlock::health
