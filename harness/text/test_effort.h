// How much a test with random inputs tries.
#pragma once

#include <cstdlib>

namespace gridlock {

// Whether the tests run by `./gridlock test --all`.
inline bool tries_all() {
  return std::getenv("GRIDLOCK_TEST_ALL") != nullptr;
}

// `./gridlock test --all` tries `all` of them, any other run of the tests a quarter.
inline int effort(int all) {
  return tries_all() ? all : all / 4;
}

}  // namespace gridlock
