// Random delays at the moments at which a record and what it tells of are apart: a call is recorded
// and not yet made, over and not yet recorded. They hold open what is otherwise too short to be
// seen, for `gridlock bench soundness`. Off, one load and a branch.
#pragma once

#include <atomic>
#include <cstdint>

namespace gridlock::probe {

// From now on, in all threads of this process.
void start_lingering(std::uint64_t seed);

inline std::atomic<bool> lingering = false;
void sleep_at_random();

inline void linger() {
  if (lingering.load(std::memory_order_relaxed)) [[unlikely]]
    sleep_at_random();
}

}  // namespace gridlock::probe
