// The keys of digest.h, equal on CPUs and GPUs.
#pragma once

#include <cstdint>

namespace gridlock::golden {

inline constexpr unsigned kBlock = 1024;  // count of words that share the second factor of the key

// The mixer of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
// 2014).
constexpr std::uint64_t splitmix64(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

// Returns the key of the word with this index in its block.
constexpr std::uint64_t key_of_word(unsigned word) {
  return splitmix64(word) | 1;
}

constexpr std::uint64_t key_of_block(std::uint64_t block) {
  return splitmix64(~block) | 1;
}

}  // namespace gridlock::golden
