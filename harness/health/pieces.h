// Which frame of one rank belongs to which of another. Frames are numbered as a rank comes to
// compile them, so the same number may be other code there.
#pragma once

#include <compare>
#include <string>
#include <utility>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::health {

struct Code {
  std::string file, name;
  int line = 0;
  auto operator<=>(const Code&) const = default;
};

Code code_of(const protocol::CompiledFrame& frame);

// "size()[#] == #": sizes, addresses and frames may be others on each rank.
std::string without_numbers(const std::string& text);

// Ranks that compile the same piece were asked to compile the same.
struct Piece {
  Code code;
  std::size_t instance = 0;    // of several compiled functions with the same code, from 0
  std::string specialization;  // ranks may come to call it with other values first
  std::string recompile, reason;
  std::vector<std::pair<std::string, int>> breaks = {};  // files and lines
  auto operator<=>(const Piece&) const = default;
};

// In the order in which the rank began them; a frame of compiled autograd, "!0/3/0", counts, too.
std::vector<std::pair<Piece, const protocol::CompiledFrame*>> pieces_of(const RankFrames& rank);

}  // namespace gridlock::health
