// A set of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridlock::matrix::causes {

class Bits {
 public:
  explicit Bits(std::size_t size = 0) : words_((size + 63) / 64) {}

  void set(std::size_t bit) { words_[bit / 64] |= std::uint64_t{1} << (bit % 64); }
  bool test(std::size_t bit) const { return (words_[bit / 64] >> (bit % 64) & 1) != 0; }
  std::size_t count() const;
  std::size_t count_with(const Bits& other) const;  // number of bits set in both
  void intersect(const Bits& other);
  void add(const Bits& other);
  void subtract(const Bits& other);
  friend bool operator==(const Bits&, const Bits&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

inline Bits both(Bits a, const Bits& b) {
  a.intersect(b);
  return a;
}

}  // namespace gridlock::matrix::causes
