// The words for the enumerations of facts.h in JSON, by value.
#pragma once

#include <array>
#include <string_view>

namespace gridlock::facts {

// Wait::On
inline constexpr std::array<std::string_view, 6> kWaits{"call",  "issue",    "store",
                                                        "build", "backward", "lock"};
// Thread::State
inline constexpr std::array<std::string_view, 6> kStates{"blocked", "running",  "doubtful",
                                                         "idle",    "harmless", "feeder"};

}  // namespace gridlock::facts
