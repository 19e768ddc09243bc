// Random delays between an event and its record: a call is recorded but not yet made, or over but
// not yet recorded. The delays widen windows that are otherwise too short to be observed; `gridlock
// bench soundness` uses them. While disabled, a delay costs one load and a branch.
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
