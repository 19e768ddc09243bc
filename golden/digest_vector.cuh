// Processes 16 bytes of a tensor in one thread (digest.cu).
#pragma once

#include <cstdint>

#include "golden/digest_keys.h"

namespace gridlock::golden::gpu {

using Sum = unsigned long long;  // 64 bits, the type that atomicAdd() takes

inline constexpr unsigned kWord = 4, kVector = 16;  // bytes
inline constexpr unsigned kBlockBytes = kBlock * kWord;

// The number of words of the full tensor that a vector touches if it begins within a word.
inline constexpr unsigned kPieces = kVector / kWord + 1;

struct Words {
  unsigned piece[kPieces];
};

__device__ inline Words words_of(const uint4& vector, long long place) {
  const auto shift = static_cast<unsigned>(place) % kWord * 8;
  return {{__funnelshift_l(0, vector.x, shift), __funnelshift_l(vector.x, vector.y, shift),
           __funnelshift_l(vector.y, vector.z, shift), __funnelshift_l(vector.z, vector.w, shift),
           __funnelshift_l(vector.w, 0, shift)}};
}

// Keys split into halves, because GPUs multiply 32-bit integers.
struct Keys {
  unsigned low[kPieces], high[kPieces];
};

__device__ inline long long block_of(long long place) {
  return place >> 12;
}
static_assert(kBlockBytes == 1 << 12);

__device__ inline unsigned word_of(long long place) {  // index of the word within its block
  return static_cast<unsigned>(place) % kBlockBytes / kWord;
}

__device__ inline Keys keys_at(long long place, const Sum* keys_of_words) {
  Keys keys;
#pragma unroll
  for (unsigned i = 0; i < kPieces; ++i) {
    const Sum key = keys_of_words[(word_of(place) + i) % kBlock];
    keys.low[i] = static_cast<unsigned>(key);
    keys.high[i] = static_cast<unsigned>(key >> 32);
  }
  return keys;
}

// Returns the sum of word * key over all words from index `from` on.
__device__ inline Sum sum_of(const Words& words, const Keys& keys, unsigned from = 0) {
  Sum low = 0;
  unsigned high = 0;
#pragma unroll
  for (unsigned i = 0; i < kPieces; ++i) {
    if (i < from) continue;
    low += Sum{words.piece[i]} * keys.low[i];
    high += words.piece[i] * keys.high[i];
  }
  return low + (Sum{high} << 32);
}

// Returns whether a vector ends in the block after the one in which it begins.
__device__ inline bool crosses(long long place) {
  return static_cast<unsigned>(place) % kBlockBytes > kBlockBytes - kVector;
}

// Returns what to add to the sum of a vector that ends in the next block. The sum multiplied all
// words by the block key `here`, but the words in the next block need the block key `next`.
__device__ inline Sum correction(const Words& words, const Keys& keys, long long place, Sum here,
                                 Sum next) {
  return sum_of(words, keys, kBlock - word_of(place)) * (next - here);
}

__device__ inline Sum sum_of(const uint4& vector, long long place, const Sum* keys_of_words) {
  const Words words = words_of(vector, place);
  const Keys keys = keys_at(place, keys_of_words);
  const Sum here = key_of_block(block_of(place));
  const Sum sum = sum_of(words, keys) * here;
  if (!crosses(place)) return sum;
  return sum + correction(words, keys, place, here, key_of_block(block_of(place) + 1));
}

// Loads bytes [begin, end) of a vector and sets the other bytes to 0.
__device__ inline uint4 load_part(const uint4* vector, unsigned begin, unsigned end) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(vector);
  unsigned words[kVector / kWord] = {};
#pragma unroll
  for (unsigned i = 0; i < kVector; ++i)
    if (i >= begin && i < end) words[i / kWord] |= unsigned{bytes[i]} << i % kWord * 8;
  return {words[0], words[1], words[2], words[3]};
}

}  // namespace gridlock::golden::gpu
