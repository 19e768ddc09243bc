// Waits for a condition that another process makes true.
#pragma once

#include <chrono>
#include <thread>

namespace gridlock::integration {

// Limit for waits, high enough for a busy machine. Only a failing test waits this long.
inline constexpr double kTimeoutSeconds = 600;

// Documented limit: after a controller or agent is killed, all processes below it end within this
// time.
inline constexpr double kGoneAfterKillSeconds = 2;

// After an orderly exit, all processes end within this time. They usually take a fraction of a
// second, but a busy machine may need longer to end a process with several gigabytes of memory.
inline constexpr double kGoneSeconds = 10;

// Waits until `condition` returns true, for at most `seconds`. Returns whether it did.
template <typename Condition>
bool came_true(Condition condition, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (!condition()) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace gridlock::integration
