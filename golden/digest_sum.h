// The inner loop of the digests.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "golden/digest_keys.h"

namespace gridlock::golden {

// Keys split into halves, because vector units multiply 32-bit integers.
struct Keys {
  std::array<std::uint32_t, kBlock> low{}, high{};
};

// Returns the sum of word * key over all words. The words lie within one block and begin at the
// block's word `offset`. Uses the vector instructions that the processor has.
std::uint64_t sum_of_words(const unsigned char* data, std::size_t words, const Keys& keys,
                           unsigned offset);

}  // namespace gridlock::golden
