// Properties of a backend that the probe needs and that the backend's interface does not have. The
// values for gloo were measured. The values for NCCL come from its sources.
#pragma once

#include <string_view>

namespace gridlock::probe {

struct BackendTraits {
  std::string_view name;
  bool future_tells;  // a work's future completes when the call is over, not when it is enqueued
  bool wait_tells;    // Work::wait returns only when the call is over
  bool issue_blocks;  // issuing may wait for other ranks, as NCCL's set-up does in the first call
  bool polled;        // the end of a call is not signaled: the probe polls Work::isCompleted()
  bool tags;          // send and recv match by tag; else by order, and records have no tag
};

inline constexpr BackendTraits kBackendTraits[] = {
    {"gloo", true, true, false, false, true},
    {"fake", false, true, false, false, true},
    {"nccl", false, false, true, true, false},
};
// The traits of all other backends. For them, the probe relies only on Work::wait.
inline constexpr BackendTraits kUnknownBackend = {"", false, true, true, false, true};

inline const BackendTraits& traits_of(std::string_view backend) {
  for (const BackendTraits& traits : kBackendTraits) {
    if (traits.name == backend) return traits;
  }
  return kUnknownBackend;
}

}  // namespace gridlock::probe
