// What the probe must know of a backend beyond its interface. Measured for gloo; for NCCL as its
// sources say.
#pragma once

#include <string_view>

namespace gridlock::probe {

struct BackendTraits {
  std::string_view name;
  bool future_tells;  // a work's future completes when its call does, not when it is enqueued
  bool wait_tells;    // Work::wait returns when the call is over
  bool issue_blocks;  // issuing may wait for peers (NCCL's set-up within the first call)
  bool polled;        // nothing tells: completion shows in Work::isCompleted() alone
  bool tags;          // send and recv match by tag; else by order alone, and no tag is recorded
};

inline constexpr BackendTraits kBackendTraits[] = {
    {"gloo", true, true, false, false, true},
    {"fake", false, true, false, false, true},
    {"nccl", false, false, true, true, false},
};
// Any other: trust Work::wait alone.
inline constexpr BackendTraits kUnknownBackend = {"", false, true, true, false, true};

inline const BackendTraits& traits_of(std::string_view backend) {
  for (const BackendTraits& traits : kBackendTraits) {
    if (traits.name == backend) return traits;
  }
  return kUnknownBackend;
}

}  // namespace gridlock::probe
