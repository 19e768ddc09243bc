// The frames that torch.compile compiled in a job: the reports of all ranks, joined where they
// agree.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/compiled_frame.h"

namespace gridlock::health {

// The frames of one rank, in the order in which it compiled them.
struct RankFrames {
  int rank = 0;
  std::vector<protocol::CompiledFrame> frames;
};

struct SeenCache {
  protocol::CacheUse use;
  std::vector<int> ranks;
};

struct Frame {
  // Includes its backward, the phases of the slowest rank and the code of all ranks.
  protocol::CompiledFrame compiled;
  // The ranks that compiled it alike: the same reason, graphs, breaks and guards.
  std::vector<int> ranks;
  std::vector<double> seconds;         // one for each of the ranks
  std::vector<SeenCache> caches = {};  // what the ranks' caches had of it
};

// Returns frames in the order in which the first of their ranks compiled each.
std::vector<Frame> join(const std::vector<RankFrames>& ranks);
// Returns each rank's frames with the seconds of the slowest rank, in no order.
std::vector<RankFrames> by_rank(const std::vector<Frame>& frames);

double seconds_of(const protocol::CompiledFrame& frame);  // summed over all phases
// Returns the seconds of each rank over all frames.
std::map<int, double> compile_seconds(const std::vector<Frame>& frames);

// The ranks of a job that compiled the longest and the shortest; a rank without a frame counts as
// zero seconds. skew_of() returns nullopt for fewer than two ranks or without frames.
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
