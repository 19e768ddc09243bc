// Waits for a condition that another process makes true.
#pragma once

#include <chrono>
#include <thread>

namespace gridlock::integration {

// Limit for a wait on a busy machine. Only a failing test waits this long.
inline constexpr double kTimeoutSeconds = 600;

// Documented limit for the end of everything below a killed controller or agent.
inline constexpr double kGoneAfterKillSeconds = 2;

// Limit for the end of all processes after an orderly exit. They usually take a fraction of a
// second, but a busy machine may need longer to end a process with several gigabytes of memory.
inline constexpr double kGoneSeconds = 10;

// Returns whether `condition` became true within `seconds`.
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
