// Scales tests with random inputs.
#pragma once

#include <cstdlib>

namespace gridlock {

// Returns whether the tests run under `./gridlock test --all`.
inline bool tries_all() {
  return std::getenv("GRIDLOCK_TEST_ALL") != nullptr;
}

// Returns `all` under `./gridlock test --all`, and a quarter of it otherwise.
inline int effort(int all) {
  return tries_all() ? all : all / 4;
}

}  // namespace gridlock
