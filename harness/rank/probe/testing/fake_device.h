// A device for tests: its streams come forward only when the test says so.
#pragma once

#include <functional>

namespace gridlock::probe::testing {

struct FakeDevice {
  std::function<void()> while_waiting;  // called within each call that waits
  bool events_reached = false;          // what cudaEventQuery says of all events
  bool capturing = false;
  bool was_spoilt = false;    // something was asked that might belong to the capture
  int current = 0;            // which one this process uses now
  bool made_context = false;  // a thread without a device asked
  int events_alive = 0;
};

// Of this process.
FakeDevice& fake_device();

}  // namespace gridlock::probe::testing
