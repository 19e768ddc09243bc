// The frames that torch.compile compiled in a job. Frames that ranks compiled alike are joined into
// one.
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
  // The frame and its backward. The compile times are those of the slowest rank. The generated code
  // is that of all ranks.
  protocol::CompiledFrame compiled;
  // The ranks that compiled the frame alike: with the same reason, graphs, breaks and guards.
  std::vector<int> ranks;
  std::vector<double> seconds;         // compile time, one value for each of `ranks`
  std::vector<SeenCache> caches = {};  // uses of the compiler's caches for the frame
};

// Returns the joined frames in the order in which their first rank compiled them.
std::vector<Frame> join(const std::vector<RankFrames>& ranks);
// Returns the frames of each rank, in no particular order. The seconds of a frame are those of its
// slowest rank.
std::vector<RankFrames> by_rank(const std::vector<Frame>& frames);

double seconds_of(const protocol::CompiledFrame& frame);  // summed over all phases
// Returns the compile time of each rank, in seconds.
std::map<int, double> compile_seconds(const std::vector<Frame>& frames);

// The longest and the shortest compile time in a job. skew_of() counts a rank in `ranks` without
// frames as zero seconds. It returns nullopt for fewer than two ranks or without frames.
struct Skew {
  int slowest = 0, fastest = 0;  // ranks
  double most = 0, least = 0;    // their seconds

  double seconds() const { return most - least; }
};
std::optional<Skew> skew_of(const std::vector<Frame>& frames, const std::vector<int>& ranks = {});

std::string place_of(const std::string& file, int line);  // "case.py:26"
// Returns text such as "forward at case.py:26 [0/1]".
std::string name_of(const protocol::CompiledFrame& frame);

}  // namespace gridlock::health
