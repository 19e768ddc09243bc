// The frames that torch.compile compiled in a job. The frames that ranks compiled alike are joined.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/compiled_frame.h"

namespace gridlock::health {

// The frames of one rank, in the order in which the rank compiled them.
struct RankFrames {
  int rank = 0;
  std::vector<protocol::CompiledFrame> frames;
};

struct SeenCache {
  protocol::CacheUse use;
  std::vector<int> ranks;
};

struct Frame {
  // Includes the frame's backward, the phases of the slowest rank and the generated code of all
  // ranks.
  protocol::CompiledFrame compiled;
  // The ranks that compiled the frame alike, that is, with equal reason, graphs, breaks and guards.
  std::vector<int> ranks;
  std::vector<double> seconds;         // one value for each element of `ranks`
  std::vector<SeenCache> caches = {};  // what the ranks' caches contained of the frame
};

// Returns frames in the order in which the first of each frame's ranks compiled them.
std::vector<Frame> join(const std::vector<RankFrames>& ranks);
// Returns each rank's frames in no particular order. The seconds of a frame are those of its
// slowest rank.
std::vector<RankFrames> by_rank(const std::vector<Frame>& frames);

double seconds_of(const protocol::CompiledFrame& frame);  // summed over all phases
// Returns the seconds of each rank, summed over all frames.
std::map<int, double> compile_seconds(const std::vector<Frame>& frames);

// The ranks of a job with the longest and the shortest compile time. A rank without a frame counts
// as zero seconds. skew_of() returns nullopt for fewer than two ranks or without frames.
struct Skew {
  int slowest = 0, fastest = 0;  // ranks
  double most = 0, least = 0;    // their seconds

  double seconds() const { return most - least; }
};
std::optional<Skew> skew_of(const std::vector<Frame>& frames, const std::vector<int>& ranks = {});

std::string place_of(const std::string& file, int line);  // "case.py:26"
// Returns, for example, "forward at case.py:26 [0/1]".
std::string name_of(const protocol::CompiledFrame& frame);

}  // namespace gridlock::health
