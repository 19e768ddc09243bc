// A 64-bit digest of a tensor's bits that does not depend on the sharding of the tensor. The digest
// is a sum, mod 2^64, of terms. Each term depends on some bits and on the position of those bits in
// the full tensor. Therefore the digests of disjoint parts add up to the digest of the full tensor,
// no matter which ranks hold the parts. Equal bits at equal positions give equal digests, on CPUs
// and on GPUs.
//
// The full tensor's elements, stored contiguously, are read as little-endian words of 32 bits,
// whatever the dtype (an element may be half a word or two words). The term of a word is the word
// times the key of the word's index. A partial word is padded with zeros (multilinear hashing:
// Lemire and Kaser, "Strongly universal string hashing is fast", 2014). A key is the product of two
// pseudo-random odd 64-bit integers, one for index mod kBlock and one for index div kBlock.
// Consequences:
// - Two tensors that differ in one word always have different digests, because keys are odd.
// - A difference that was not constructed to match the keys goes unseen with a probability below
//   2^-28. The worst case is a difference in sign bits alone, because the product of a sign bit and
//   a key has few nonzero bits. For most differences, the probability is 2^-60.
// - A term is linear in the bits, so the digest does not protect against an adversary who
//   constructs two tensors with the same digest.
// Zeros contribute nothing to the sum; `bytes` counts the bytes that were digested.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridlock::golden {

struct Digest {
  std::uint64_t sum = 0;
  std::uint64_t bytes = 0;  // the full tensor's bytes, unless a part is missing or counted twice

  Digest& operator+=(const Digest& other);
  bool operator==(const Digest&) const = default;
};

// Digests `bytes` bytes that are contiguous in the full tensor and start at the tensor's byte
// `first`.
Digest digest(const void* data, std::size_t bytes, std::uint64_t first);

// The position of a part of a tensor in the full tensor. The part's sizes are `sizes`, and the
// part's element (i, j, …) has index first + i * strides[0] + j * strides[1] + … in the full
// tensor.
struct Place {
  std::uint64_t first = 0;
  std::vector<std::uint64_t> sizes;
  std::vector<std::uint64_t> strides;  // one per size
};

// Digests a part whose elements are contiguous in memory, in row-major order. Throws
// std::invalid_argument for an invalid place.
Digest digest(const void* data, unsigned element_bytes, const Place& place);

}  // namespace gridlock::golden
