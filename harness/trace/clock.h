// The clock of records.
#pragma once

#include <time.h>

#include <cstdint>

namespace gridlock::trace {

// CLOCK_MONOTONIC: comparable between the processes of one machine.
inline std::uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace gridlock::trace
