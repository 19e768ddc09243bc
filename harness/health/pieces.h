// Matches the frames of one rank with those of another. Each rank numbers its frames in the order
// of their compilation, so a number may stand for different code on another rank.
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

// Returns the text with numbers replaced, as in "size()[#] == #". Sizes, addresses and frame
// numbers may differ between ranks.
std::string without_numbers(const std::string& text);

// A piece of compiled code. Ranks with equal pieces compiled the same code from the same input.
struct Piece {
  Code code;
  std::size_t instance = 0;    // index among compiled functions with the same code, from 0
  std::string specialization;  // hash of the values it was compiled for; "" = any values
  std::string recompile, reason;  // number of the recompile in the frame's id, and its reason
  std::vector<std::pair<std::string, int>> breaks = {};  // files and lines
  auto operator<=>(const Piece&) const = default;
};

// Returns the pieces of a rank with their frames, in the order in which the rank began to compile
// them. Frames of compiled autograd, such as "!0/3/0", are included.
std::vector<std::pair<Piece, const protocol::CompiledFrame*>> pieces_of(const RankFrames& rank);

}  // namespace gridlock::health
