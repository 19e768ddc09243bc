// The properties of a backend that the probe needs beyond its interface. They are measured for gloo
// and taken from the sources for NCCL.
#pragma once

#include <string_view>

namespace gridlock::probe {

struct BackendTraits {
  std::string_view name;
  bool future_tells;  // a work's future completes when its call does, not when it is enqueued
  bool wait_tells;    // Work::wait returns when the call is over
  bool issue_blocks;  // issuing may wait for peers (NCCL's setup within the first call)
  bool polled;        // no signal: only Work::isCompleted() shows completion
  bool tags;          // send and recv match by tag; else by order alone, and no tag is recorded
};

inline constexpr BackendTraits kBackendTraits[] = {
    {"gloo", true, true, false, false, true},
    {"fake", false, true, false, false, true},
    {"nccl", false, false, true, true, false},
};
// For any other backend, only Work::wait is trusted.
inline constexpr BackendTraits kUnknownBackend = {"", false, true, true, false, true};

inline const BackendTraits& traits_of(std::string_view backend) {
  for (const BackendTraits& traits : kBackendTraits) {
    if (traits.name == backend) return traits;
  }
  return kUnknownBackend;
}

}  // namespace gridlock::probe
