// How much a test with random inputs tries.
#pragma once

#include <cstdlib>

namespace gridlock {

// `./gridlock test --all` tries `all` of them, any other run of the tests a quarter.
inline int effort(int all) {
  return std::getenv("GRIDLOCK_TEST_ALL") != nullptr ? all : all / 4;
}

}  // namespace gridlock
