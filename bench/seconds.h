// Measures elapsed time.
#pragma once

#include <chrono>

namespace gridlock::bench {

inline double seconds_since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace gridlock::bench
