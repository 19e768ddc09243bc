// What the probe must know about a backend beyond the backend's interface. The values for gloo were
// measured. Those for NCCL come from its sources.
#pragma once

#include <string_view>

namespace gridlock::probe {

struct BackendTraits {
  std::string_view name;
  bool future_tells;  // the future of a work completes when the call is over, not when enqueued
  bool wait_tells;    // Work::wait returns only when the call is over
  bool issue_blocks;  // issuing may wait for peers (for example, NCCL's setup in the first call)
  bool polled;        // completion is not signaled: the probe polls Work::isCompleted()
  bool tags;          // send and recv match by tag; else only by order, and no tag is recorded
};

inline constexpr BackendTraits kBackendTraits[] = {
    {"gloo", true, true, false, false, true},
    {"fake", false, true, false, false, true},
    {"nccl", false, false, true, true, false},
};
// The traits of any other backend, for which the probe relies only on Work::wait.
inline constexpr BackendTraits kUnknownBackend = {"", false, true, true, false, true};

inline const BackendTraits& traits_of(std::string_view backend) {
  for (const BackendTraits& traits : kBackendTraits) {
    if (traits.name == backend) return traits;
  }
  return kUnknownBackend;
}

}  // namespace gridlock::probe
