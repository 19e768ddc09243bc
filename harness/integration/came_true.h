// Waiting for something that another process does.
#pragma once

#include <chrono>
#include <thread>

namespace gridlock::integration {

// How long anything may take on a busy machine. Only a test that fails waits so long.
inline constexpr double kTimeoutSeconds = 600;

// In which nothing may be left below a controller or an agent that was killed: what is promised.
inline constexpr double kGoneAfterKillSeconds = 2;

// In which nothing may be left of what ended in order. It takes a fraction of a second; a machine
// that has other things to do may need longer to end a process of some gigabytes.
inline constexpr double kGoneSeconds = 10;

// Whether `condition` came true within `seconds`.
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
