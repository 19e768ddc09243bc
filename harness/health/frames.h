// What torch.compile did in a job, frame by frame: what the ranks said of each, joined where they
// agree.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/compiled_frame.h"

namespace gridlock::health {

// Of one rank, in the order in which it compiled.
struct RankFrames {
  int rank = 0;
  std::vector<protocol::CompiledFrame> frames;
};

struct SeenCache {
  protocol::CacheUse use;
  std::vector<int> ranks;
};

struct Frame {
  // With its backward, the phases of the rank that took longest and the code of all.
  protocol::CompiledFrame compiled;
  std::vector<int> ranks;  // that compiled it alike: the same reason, graphs, breaks and guards
  std::vector<double> seconds;         // of each of them
  std::vector<SeenCache> caches = {};  // what they had of it
};

// In the order in which the first of its ranks compiled each.
std::vector<Frame> join(const std::vector<RankFrames>& ranks);
// What each rank compiled, with the seconds of the slowest; not in order.
std::vector<RankFrames> by_rank(const std::vector<Frame>& frames);

double seconds_of(const protocol::CompiledFrame& frame);  // in all phases
// Of each rank, in all frames.
std::map<int, double> compile_seconds(const std::vector<Frame>& frames);

// Of the ranks of a job, who compiled the longest and who the shortest: one without a frame not at
// all. Nothing of fewer than two, or of no frames.
struct Skew {
  int slowest = 0, fastest = 0;  // ranks
  double most = 0, least = 0;    // their seconds

  double seconds() const { return most - least; }
};
std::optional<Skew> skew_of(const std::vector<Frame>& frames, const std::vector<int>& ranks = {});

std::string place_of(const std::string& file, int line);  // "case.py:26"
// "forward at case.py:26 [0/1]"
std::string name_of(const protocol::CompiledFrame& frame);

}  // namespace gridlock::health
