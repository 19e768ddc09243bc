// The 64-bit FNV-1a hash. It is the same in all processes and runs.
#pragma once

#include <cstdint>
#include <string_view>

namespace gridlock::trace {

class Hash {
 public:
  Hash& add(std::string_view bytes) {
    for (const char byte : bytes) value_ = (value_ ^ static_cast<unsigned char>(byte)) * kPrime;
    return *this;
  }
  // Adds the number as a whole, which is much faster than adding its bytes. Different numbers still
  // give different hashes.
  Hash& add(std::int64_t number) {
    value_ = (value_ ^ static_cast<std::uint64_t>(number)) * kPrime;
    value_ ^= value_ >> 32;
    return *this;
  }
  std::uint64_t wide() const { return value_; }
  std::uint32_t narrow() const { return static_cast<std::uint32_t>(value_ ^ (value_ >> 32)); }

 private:
  static constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t value_ = 0xcbf29ce484222325;
};

// Returns the hash that represents a store key in records.
inline std::uint64_t hash_of_key(std::string_view key) {
  return Hash().add(key).wide();
}

}  // namespace gridlock::trace
