// Waits for something that another process does.
#pragma once

#include <chrono>
#include <thread>

namespace gridlock::integration {

// The limit for anything on a busy machine. Only a failing test waits this long.
inline constexpr double kTimeoutSeconds = 600;

// The documented limit for everything below a killed controller or agent to end.
inline constexpr double kGoneAfterKillSeconds = 2;

// The limit for everything to end after an orderly exit. It takes a fraction of a second; a busy
// machine may need longer to end a process of some gigabytes.
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
