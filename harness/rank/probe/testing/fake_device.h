// A device for tests. Its streams advance only when a test lets them.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

namespace gridlock::probe::testing {

struct FakeDevice {
  void reset();
  // Completes all events, and waits until the probe no longer polls any of them.
  void let_all_end();

  std::vector<std::function<void()>> host_functions;  // on streams; the test runs them
  std::function<void()> while_waiting;                // called within each CUDA call that waits
  std::function<void()> while_launching;              // called within each call of the driver
  std::atomic<bool> events_reached = false;           // the result of cudaEventQuery for all events
  std::atomic<int> first_reached = 0;   // this number of marks, in their order, is reached
  std::atomic<int> marks = 0;           // records of events that the library has made
  std::atomic<bool> capturing = false;  // true from cudaStreamBeginCapture to its end
  std::atomic<bool> was_invalidated =
      false;                               // an event was queried that could belong to the capture
  std::atomic<bool> made_context = false;  // whether a thread without a device has queried an event
  std::atomic<bool> launch_fails = false;  // launches of graphs fail
  std::atomic<int> captures = 0;           // the number of captures begun so far
  std::atomic<int> current = 0;            // the device that this process currently uses
  std::atomic<bool> has_context = true;    // the result of cuCtxGetDevice
  std::atomic<int> runtime_asked = 0;      // calls of cudaGetDevice
  std::atomic<int> marked_on = -1;         // the device that was selected for the last mark
  std::atomic<void*> last_marked = nullptr;  // the stream of the last mark
  std::atomic<int> events_destroyed = 0;
  std::atomic<int> queries = 0;  // of events
};

// The error that CUDA keeps for this thread. 0 = none.
int& error_of_this_thread();

// Returns the fake device of this process.
FakeDevice& fake_device();

}  // namespace gridlock::probe::testing
