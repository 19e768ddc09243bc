#include "golden/digest_sum.h"

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gridlock::golden {
namespace {

// A sum of products, in two parts. The product of a word and a key is word * low + (word * high <<
// 32), mod 2^64. Only 32 bits of word * high are needed, because the shift discards the upper bits.
struct Sum {
  std::uint64_t low = 0;
  std::uint32_t high = 0;

  std::uint64_t value() const { return low + (std::uint64_t{high} << 32); }
};

void add_words(const unsigned char* data, std::size_t begin, std::size_t end,
               const std::uint32_t* low, const std::uint32_t* high, Sum& sum) {
  for (std::size_t i = begin; i < end; ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, data + i * sizeof word, sizeof word);
    sum.low += std::uint64_t{word} * low[i];
    sum.high += word * high[i];
  }
}

#if defined(__x86_64__)

constexpr std::size_t kLanes = 8;
// The prefetch distance in bytes. Without prefetching, a core issues too few loads between the
// multiplications to keep the memory busy. On a Xeon, prefetching raises the speed of a digest from
// 0.5 to 0.88 of the speed of a plain sum.
constexpr std::size_t kAhead = 4096;

[[gnu::target("avx2")]] __m256i loaded(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

// Adds as many words as fill whole vectors. Returns the number of words added.
[[gnu::target("avx2")]] std::size_t add_vectors(const unsigned char* data, std::size_t words,
                                                const std::uint32_t* low, const std::uint32_t* high,
                                                Sum& sum) {
  __m256i even = _mm256_setzero_si256(), odd = even, highs = even;
  std::size_t i = 0;
  for (; i + kLanes <= words; i += kLanes) {
    _mm_prefetch(reinterpret_cast<const char*>(data + i * 4) + kAhead, _MM_HINT_T0);
    const __m256i word = loaded(data + i * 4), key = loaded(low + i);
    even = _mm256_add_epi64(even, _mm256_mul_epu32(word, key));
    odd = _mm256_add_epi64(
        odd, _mm256_mul_epu32(_mm256_srli_epi64(word, 32), _mm256_srli_epi64(key, 32)));
    highs = _mm256_add_epi32(highs, _mm256_mullo_epi32(word, loaded(high + i)));
  }
  std::array<std::uint64_t, kLanes / 2> lows{};
  std::array<std::uint32_t, kLanes> parts{};
  std::memcpy(&lows, &(even = _mm256_add_epi64(even, odd)), sizeof lows);
  std::memcpy(&parts, &highs, sizeof parts);
  for (const std::uint64_t part : lows) sum.low += part;
  for (const std::uint32_t part : parts) sum.high += part;
  return i;
}

const bool has_vectors = __builtin_cpu_supports("avx2");

#else

constexpr bool has_vectors = false;
std::size_t add_vectors(const unsigned char*, std::size_t, const std::uint32_t*,
                        const std::uint32_t*, Sum&) {
  return 0;
}

#endif

}  // namespace

std::uint64_t sum_of_words(const unsigned char* data, std::size_t words, const Keys& keys,
                           unsigned offset) {
  const std::uint32_t *low = &keys.low[offset], *high = &keys.high[offset];
  Sum sum;
  const std::size_t done = has_vectors ? add_vectors(data, words, low, high, sum) : 0;
  add_words(data, done, words, low, high, sum);
  return sum.value();
}

}  // namespace gridlock::golden
