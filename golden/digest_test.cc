#include "golden/digest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "golden/digest_keys.h"

namespace gridlock::golden {
namespace {

std::vector<unsigned char> noise(std::size_t bytes) {
  std::mt19937_64 random(1);
  std::vector<unsigned char> result(bytes);
  for (unsigned char& byte : result) byte = static_cast<unsigned char>(random());
  return result;
}

// Computes the sum by its definition, byte by byte.
std::uint64_t defined_sum(const std::vector<unsigned char>& bytes, std::uint64_t first) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint64_t at = first + i, word = at / 4;
    const std::uint32_t bits = static_cast<std::uint32_t>(bytes[i]) << at % 4 * 8;
    sum += bits * key_of_word(word % kBlock) * key_of_block(word / kBlock);
  }
  return sum;
}

TEST(Digest, IsTheSumOfItsDefinition) {
  for (const std::uint64_t first : {0UL, 1UL, 2UL, 4095UL, 5000000003UL}) {
    for (const std::size_t count : {1UL, 2UL, 3UL, 4UL, 5UL, 63UL, 4096UL, 12346UL}) {
      const auto bytes = noise(count);
      const Digest found = digest(bytes.data(), count, first);
      EXPECT_EQ(found.sum, defined_sum(bytes, first)) << count << " bytes, at " << first;
      EXPECT_EQ(found.bytes, count);
    }
  }
}

// Recorded digests must stay comparable across versions, so the values must never change.
TEST(Digest, StaysWhatItIs) {
  std::vector<std::uint32_t> ramp(3000);
  for (std::uint32_t i = 0; i < ramp.size(); ++i) ramp[i] = i * 2654435761U;
  EXPECT_EQ(digest(ramp.data(), 12000, 0).sum, 4180900016982639802U);
}

// A tensor [6, 10] with 8 bytes per element, split in both dimensions in all possible ways.
TEST(Digest, OfThePartsOfATensorAddUp) {
  constexpr std::size_t kRows = 6, kColumns = 10;
  std::vector<std::uint64_t> whole(kRows * kColumns);
  std::mt19937_64 random(3);
  for (auto& element : whole) element = random();
  const Digest expected = digest(whole.data(), whole.size() * 8, 0);
  for (std::size_t row = 0; row <= kRows; ++row) {
    for (std::size_t column = 0; column <= kColumns; ++column) {
      Digest sum;
      const std::size_t rows[] = {0, row, kRows}, columns[] = {0, column, kColumns};
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
          std::vector<std::uint64_t> part;
          for (std::size_t r = rows[i]; r < rows[i + 1]; ++r)
            for (std::size_t c = columns[j]; c < columns[j + 1]; ++c)
              part.push_back(whole[r * kColumns + c]);
          sum += digest(part.data(), 8,
                        {rows[i] * kColumns + columns[j],
                         {rows[i + 1] - rows[i], columns[j + 1] - columns[j]},
                         {kColumns, 1}});
        }
      }
      EXPECT_EQ(sum, expected) << row << ", " << column;
    }
  }
}

TEST(Digest, OfPartsOfThreeDimensionsAddUp) {
  const auto whole = noise(4 * 5 * 6 * 2);  // bf16 [4, 5, 6], split in the middle
  Digest sum;
  for (const std::uint64_t begin : {0UL, 2UL}) {
    const std::uint64_t size = begin == 0 ? 2 : 3;
    std::vector<unsigned char> part;
    for (std::uint64_t i = 0; i < 4; ++i) {
      const auto* from = &whole[(i * 30 + begin * 6) * 2];
      part.insert(part.end(), from, from + size * 6 * 2);
    }
    sum += digest(part.data(), 2, {begin * 6, {4, size, 6}, {30, 6, 1}});
  }
  EXPECT_EQ(sum, digest(whole.data(), 240, 0));
}

TEST(Digest, OfNothingIsNothing) {
  EXPECT_EQ(digest(nullptr, 0, 12), Digest{});
  EXPECT_EQ(digest(nullptr, 4, {3, {0, 7}, {7, 1}}), Digest{});
  const float number = 1;
  EXPECT_EQ(digest(&number, 4, {5, {}, {}}), digest(&number, 4, 20)) << "a scalar";
  EXPECT_THROW(digest(&number, 4, {0, {1}, {}}), std::invalid_argument);
}

TEST(Digest, EveryBitCounts) {
  auto bytes = noise(403);
  const Digest before = digest(bytes.data(), bytes.size(), 4001);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    bytes[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
    EXPECT_NE(digest(bytes.data(), bytes.size(), 4001), before) << bit;
    bytes[bit / 8] ^= static_cast<unsigned char>(1U << bit % 8);
  }
}

// Errors in training are regular: the same change at many positions, exchanged elements or rows,
// flipped signs. Flipped signs are the hardest to detect: about 2^-32 of all pairs have equal
// digests.
TEST(Digest, RegularDifferencesAreSeen) {
  constexpr std::size_t kCount = 4096;
  std::mt19937_64 random(5);
  std::vector<float> tensor(kCount);
  for (float& x : tensor) x = std::normal_distribution<float>()(random);
  const Digest before = digest(tensor.data(), kCount * 4, 0);
  const auto differs = [&](const std::vector<float>& other) {
    return digest(other.data(), kCount * 4, 0) != before;
  };
  for (int trial = 0; trial < 3000; ++trial) {
    const std::size_t a = random() % kCount, b = random() % kCount;
    if (a == b) continue;
    auto swapped = tensor, negated = tensor, nudged = tensor;
    std::swap(swapped[a], swapped[b]);
    negated[a] = -negated[a], negated[b] = -negated[b];
    nudged[a] = std::nextafter(nudged[a], 9.0F), nudged[b] = std::nextafter(nudged[b], -9.0F);
    EXPECT_TRUE(differs(swapped) && differs(negated) && differs(nudged)) << a << ", " << b;
  }
  for (std::size_t size = 1; size <= kCount / 2; size *= 2) {
    auto rows = tensor, zeros = tensor, shifted = tensor, all = tensor;
    std::swap_ranges(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(size),
                     rows.end() - static_cast<std::ptrdiff_t>(size));
    std::fill_n(zeros.begin(), size, 0.0F);
    std::rotate(shifted.begin(), shifted.begin() + static_cast<std::ptrdiff_t>(size),
                shifted.end());
    for (std::size_t i = 0; i < kCount; i += size) all[i] = -all[i];
    EXPECT_TRUE(differs(rows) && differs(zeros) && differs(shifted) && differs(all)) << size;
  }
}

}  // namespace
}  // namespace gridlock::golden
