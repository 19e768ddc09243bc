// The part of a tensor that a Place describes, in the form that the digests read.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/digest.h"

namespace gridlock::golden {

// Runs of bytes that follow each other in memory without gaps. In the full tensor, each run begins
// `step` bytes after the beginning of the previous run.
struct Strip {
  std::uint64_t offset = 0;  // offset of the first run from the part's start in memory
  std::uint64_t first = 0;   // offset of the first run in the full tensor
  std::uint64_t run = 0;     // length of a run; all fields but `runs` are in bytes
  std::uint64_t step = 0;
  std::uint64_t runs = 0;

  bool operator==(const Strip&) const = default;
};

// Returns as few strips as possible; returns none if the part has no elements. Throws
// std::invalid_argument for an invalid place.
std::vector<Strip> strips_of(const Place& place, unsigned element_bytes);

}  // namespace gridlock::golden
