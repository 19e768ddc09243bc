#include "minimizer/key.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace gridlock::minimizer {
namespace {

// Two FNV-1a sums with different primes, which are mixed at the end as in splitmix64.
class Digest {
 public:
  // Also adds the length of `text`, so that different sequences of texts with equal concatenations
  // have different sums.
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    for (std::size_t length = text.size(), i = 0; i < sizeof length; ++i)
      add_byte(static_cast<unsigned char>(length >> (8 * i)));
  }

  Key hex() const {
    std::array<char, 33> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx%016llx", mixed(high_ + low_), mixed(low_));
    return digits.data();
  }

 private:
  void add_byte(unsigned char byte) {
    high_ = (high_ ^ byte) * 0x9e3779b97f4a7c15U;
    low_ = (low_ ^ byte) * 0x100000001b3U;
  }

  static unsigned long long mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  }

  std::uint64_t high_ = 0x6a09e667f3bcc908U;
  std::uint64_t low_ = 0xcbf29ce484222325U;
};

}  // namespace

Key key_of(std::string_view canonical, const Launch& launch) {
  Digest digest;
  digest.add(canonical);
  digest.add(std::to_string(launch.ranks));
  for (const auto& [name, value] : launch.environment) {
    digest.add(name);
    digest.add(value);
  }
  digest.add("");
  for (const std::string& argument : launch.arguments) digest.add(argument);
  return digest.hex();
}

}  // namespace gridlock::minimizer
