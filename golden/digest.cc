#include "golden/digest.h"

#include <algorithm>
#include <cstring>

#include "golden/digest_keys.h"
#include "golden/digest_strips.h"
#include "golden/digest_sum.h"

namespace gridlock::golden {
namespace {

constexpr unsigned kWord = 4;  // bytes

constexpr Keys keys_of_block() {
  Keys keys;
  for (unsigned word = 0; word < kBlock; ++word) {
    keys.low[word] = static_cast<std::uint32_t>(key_of_word(word));
    keys.high[word] = static_cast<std::uint32_t>(key_of_word(word) >> 32);
  }
  return keys;
}
constexpr Keys kKeys = keys_of_block();

// Returns the term of bytes that lie within one word and start at byte `first` of the full tensor.
std::uint64_t term_of_part(const unsigned char* data, std::size_t bytes, std::uint64_t first) {
  std::uint32_t word = 0;
  std::memcpy(&word, data, bytes);
  word <<= first % kWord * 8;
  const std::uint64_t index = first / kWord;
  return word * key_of_word(index % kBlock) * key_of_block(index / kBlock);
}

// Returns the sum of the terms of whole words; `index` is the first word's index.
std::uint64_t sum_of(const unsigned char* data, std::size_t words, std::uint64_t index) {
  std::uint64_t sum = 0;
  while (words > 0) {
    const auto offset = static_cast<unsigned>(index % kBlock);
    const std::size_t here = std::min<std::size_t>(words, kBlock - offset);
    sum += sum_of_words(data, here, kKeys, offset) * key_of_block(index / kBlock);
    data += here * kWord;
    index += here;
    words -= here;
  }
  return sum;
}

}  // namespace

Digest& Digest::operator+=(const Digest& other) {
  sum += other.sum;
  bytes += other.bytes;
  return *this;
}

Digest digest(const void* data, std::size_t bytes, std::uint64_t first) {
  const auto* rest = static_cast<const unsigned char*>(data);
  Digest digest{0, bytes};
  const std::size_t head = std::min<std::size_t>(bytes, (kWord - first % kWord) % kWord);
  const std::size_t words = (bytes - head) / kWord;
  const std::size_t tail = bytes - head - words * kWord;
  if (head > 0) digest.sum += term_of_part(rest, head, first);
  digest.sum += sum_of(rest + head, words, (first + head) / kWord);
  if (tail > 0) digest.sum += term_of_part(rest + bytes - tail, tail, first + bytes - tail);
  return digest;
}

Digest digest(const void* data, unsigned element_bytes, const Place& place) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  Digest total;
  for (const Strip& strip : strips_of(place, element_bytes)) {
    for (std::uint64_t i = 0; i < strip.runs; ++i)
      total +=
          digest(bytes + strip.offset + i * strip.run, strip.run, strip.first + i * strip.step);
  }
  return total;
}

}  // namespace gridlock::golden
