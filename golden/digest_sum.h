// The loop that digests spend their time in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "golden/digest_keys.h"

namespace gridlock::golden {

// In halves: vector units multiply 32 bits.
struct Keys {
  std::array<std::uint32_t, kBlock> low{}, high{};
};

// Each word times its key, of words within one block that begin at word `offset` of it. With what
// the processor has.
std::uint64_t sum_of_words(const unsigned char* data, std::size_t words, const Keys& keys,
                           unsigned offset);

}  // namespace gridlock::golden
