// A 64-bit digest of a tensor's bits that does not depend on how the tensor is sharded: a sum, mod
// 2^64, of terms that depend on some bits and on where in the full tensor they are. So the digests
// of disjoint parts, computed by whoever holds them, add up to the digest of the whole. The same
// bits at the same places give the same digest, on CPUs and on GPUs.
//
// The full tensor's elements, one behind the other, are words of 32 bits (little-endian; of
// whatever dtype they are, an element may be half a word or two). The term of a word is the word
// times the key of its index; part of a word counts as if the rest were 0 (multilinear hashing:
// Lemire and Kaser, "Strongly universal string hashing is fast", 2014). A key is the product of two
// pseudo-random odd numbers of 64 bits, one of index mod kBlock and one of index div kBlock. What
// follows:
// - Two tensors that differ in one word have different digests: always, since keys are odd.
// - A difference that was not made to fit these keys goes unseen with a probability below 2^-28.
//   The worst are those of sign bits alone, whose products have few bits left; most have 2^-60.
// - A term is linear in the bits: it is no protection against somebody who wants two tensors with
//   the same digest.
// Zeros contribute nothing: `bytes` says how much was seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridlock::golden {

struct Digest {
  std::uint64_t sum = 0;
  std::uint64_t bytes = 0;  // those of the full tensor, if no part is missing or counted twice

  Digest& operator+=(const Digest& other);
  bool operator==(const Digest&) const = default;
};

// Of so many bytes, which lie one behind the other in the full tensor from byte `first` on.
Digest digest(const void* data, std::size_t bytes, std::uint64_t first);

// Where a part of a tensor lies in the full one: it has these sizes, and its element (i, j, …) has
// index first + i * strides[0] + j * strides[1] + … there.
struct Place {
  std::uint64_t first = 0;
  std::vector<std::uint64_t> sizes;
  std::vector<std::uint64_t> strides;  // as many
};

// Of a part whose elements lie in memory one behind the other, the last dimension fastest. Throws
// std::invalid_argument for a place that is none.
Digest digest(const void* data, unsigned element_bytes, const Place& place);

}  // namespace gridlock::golden
