#include "harness/rank/probe/open_calls.h"

#include "harness/rank/probe/linger.h"
#include "harness/rank/probe/recorder.h"

namespace gridlock::probe {

void OpenCalls::add(trace::CallHandle call) {
  if (last_.call != 0) others_.push_back(last_);
  last_ = call;
}

void OpenCalls::complete(bool failed) const {
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return;
  linger();
  for_each([&](trace::CallHandle call) { ring->complete(call, failed); });
}

void OpenCalls::add_flags(std::uint16_t flags) const {
  trace::RingWriter* ring = writer();
  if (ring == nullptr) return;
  for_each([&](trace::CallHandle call) { ring->add_flags(call, flags); });
}

}  // namespace gridlock::probe
