// The effort of tests with random inputs.
#pragma once

#include <cstdlib>

namespace gridlock {

// Returns whether `./gridlock test --all` runs the tests.
inline bool tries_all() {
  return std::getenv("GRIDLOCK_TEST_ALL") != nullptr;
}

// Returns `all` in `./gridlock test --all`, and a quarter of `all` in any other run of the tests.
inline int effort(int all) {
  return tries_all() ? all : all / 4;
}

}  // namespace gridlock
