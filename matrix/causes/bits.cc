#include "matrix/causes/bits.h"

#include <bit>

namespace gridlock::matrix::causes {

std::size_t Bits::count() const {
  std::size_t count = 0;
  for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

std::size_t Bits::count_with(const Bits& other) const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    count += static_cast<std::size_t>(std::popcount(words_[i] & other.words_[i]));
  }
  return count;
}

void Bits::intersect(const Bits& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
}

void Bits::add(const Bits& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
}

void Bits::subtract(const Bits& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
}

}  // namespace gridlock::matrix::causes
