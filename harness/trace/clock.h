// The clock of the records.
#pragma once

#include <time.h>

#include <cstdint>

namespace gridlock::trace {

// Returns the time of CLOCK_MONOTONIC in ns. All processes of one host read the same clock.
inline std::uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// Returns the ms until an operation times out. The operation began at `since_ns` with a timeout of
// `timeout_ms`. Returns 0 if the time is over.
inline std::int64_t left_ms(std::uint64_t since_ns, std::uint64_t timeout_ms, std::uint64_t now) {
  const std::uint64_t end = since_ns + timeout_ms * 1'000'000;
  return end > now ? static_cast<std::int64_t>((end - now) / 1'000'000) : 0;
}

}  // namespace gridlock::trace
