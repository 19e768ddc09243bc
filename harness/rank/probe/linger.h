// Delays records at random. During a delay, a call is recorded but not yet made, or is over but not
// yet recorded. Without delays, such states are too short to be observed. `gridlock bench
// soundness` tests the prover in them. While delays are disabled, linger() costs one load and a
// branch.
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
