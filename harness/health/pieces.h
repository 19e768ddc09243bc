// Matches the frames of one rank with the frames of another rank. A rank numbers frames in the
// order in which it compiles them, so one number may stand for different code on another rank.
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

// Replaces numbers, as in "size()[#] == #", because sizes, addresses and frame numbers may differ
// between ranks.
std::string without_numbers(const std::string& text);

// A piece of compiled code. Ranks that compile equal pieces got equal input.
struct Piece {
  Code code;
  std::size_t instance = 0;    // the index among compiled functions with the same code, from 0
  std::string specialization;  // needed because ranks may call the code with different values first
  std::string recompile, reason;
  std::vector<std::pair<std::string, int>> breaks = {};  // files and lines
  auto operator<=>(const Piece&) const = default;
};

// Returns pieces in the order in which the rank began to compile them. Includes frames of compiled
// autograd, such as "!0/3/0".
std::vector<std::pair<Piece, const protocol::CompiledFrame*>> pieces_of(const RankFrames& rank);

}  // namespace gridlock::health
