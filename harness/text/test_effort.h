// Scales tests with random inputs.
#pragma once

#include <cstdlib>

namespace gridlock {

// Returns whether the tests run under `./gridlock test --all`.
inline bool tries_all() {
  return std::getenv("GRIDLOCK_TEST_ALL") != nullptr;
}

// Returns the number of random inputs to try: `all` under `./gridlock test --all`, or else a
// quarter of `all`.
inline int effort(int all) {
  return tries_all() ? all : all / 4;
}

}  // namespace gridlock
