// Random numbers that are the same on every machine. The C++ standard specifies the output of
// std::mt19937_64, but not of any distribution.
#pragma once

#include <cstdint>
#include <random>

namespace gridlock::minimizer::testing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  int below(int end) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(end)); }
  bool chance(double of) { return static_cast<double>(engine_() >> 11) * 0x1p-53 < of; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace gridlock::minimizer::testing
