// Random delays at the moments when a record and the recorded event are apart: a call is recorded
// and not yet made, or over and not yet recorded. They widen windows that are otherwise too short
// to be observed, for `gridlock bench soundness`. When off, they cost one load and a branch.
#pragma once

#include <atomic>
#include <cstdint>

namespace gridlock::probe {

// Enables the delays from now on, in all threads of this process.
void start_lingering(std::uint64_t seed);

inline std::atomic<bool> lingering = false;
void sleep_at_random();

inline void linger() {
  if (lingering.load(std::memory_order_relaxed)) [[unlikely]]
    sleep_at_random();
}

}  // namespace gridlock::probe
