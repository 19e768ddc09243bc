// The properties of a backend that the probe needs beyond the backend's interface. For gloo, they
// are measured; for NCCL, they are taken from the sources.
#pragma once

#include <string_view>

namespace gridlock::probe {

struct BackendTraits {
  std::string_view name;
  bool future_tells;  // a work's future completes when the call is over, not when it is enqueued
  bool wait_tells;    // Work::wait returns only when the call is over
  bool issue_blocks;  // issuing may wait for peers (for example, NCCL's setup in the first call)
  bool polled;        // no signal of completion: the probe must poll Work::isCompleted()
  bool tags;          // send and recv match by tag; else only by order, and no tag is recorded
};

inline constexpr BackendTraits kBackendTraits[] = {
    {"gloo", true, true, false, false, true},
    {"fake", false, true, false, false, true},
    {"nccl", false, false, true, true, false},
};
// The probe relies only on Work::wait for any other backend.
inline constexpr BackendTraits kUnknownBackend = {"", false, true, true, false, true};

inline const BackendTraits& traits_of(std::string_view backend) {
  for (const BackendTraits& traits : kBackendTraits) {
    if (traits.name == backend) return traits;
  }
  return kUnknownBackend;
}

}  // namespace gridlock::probe
