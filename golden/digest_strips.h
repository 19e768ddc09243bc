// The part of a tensor that a Place describes, as the digests read it.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/digest.h"

namespace gridlock::golden {

// Runs of bytes. One behind the other in memory; in the full tensor each begins `step` after the
// one before it.
struct Strip {
  std::uint64_t offset = 0;  // of the first run from where the part begins in memory
  std::uint64_t first = 0;   // of the first run in the full tensor
  std::uint64_t run = 0;     // bytes, as all others here
  std::uint64_t step = 0;
  std::uint64_t runs = 0;

  bool operator==(const Strip&) const = default;
};

// As few as there can be; none where there are no elements. Throws std::invalid_argument for a
// place that is none.
std::vector<Strip> strips_of(const Place& place, unsigned element_bytes);

}  // namespace gridlock::golden
