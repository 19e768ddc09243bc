// A device for tests: its streams come forward only when the test says so.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

namespace gridlock::probe::testing {

struct FakeDevice {
  void reset();
  // Until no event is polled any more.
  void let_all_end();

  std::vector<std::function<void()>> host_functions;  // put on streams; the test runs them
  std::function<void()> while_waiting;                // called within each call that waits
  std::atomic<bool> events_reached = false;           // what cudaEventQuery says of all events
  std::atomic<bool> capturing = false;                // also from cudaStreamBeginCapture to its end
  std::atomic<bool> was_invalidated =
      false;                               // something was asked that might belong to the capture
  std::atomic<bool> made_context = false;  // a thread without a device asked
  std::atomic<bool> launch_fails = false;  // of graphs
  std::atomic<int> captures = 0;           // ever begun
  std::atomic<int> current = 0;            // which one this process uses now
  std::atomic<int> events_alive = 0;
};

// Of this process.
FakeDevice& fake_device();

}  // namespace gridlock::probe::testing
