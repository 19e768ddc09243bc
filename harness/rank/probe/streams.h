// Finds the call that a host thread waits for when it waits for a CUDA stream or event. The probe
// keeps one call for each stream: the last one that such a thread certainly waits for. Earlier
// calls follow from it (RingWriter::set_after) or are forgotten. A forgotten call can prevent a
// proof, but cannot create a false one.
#pragma once

#include <cstdint>

#include "harness/rank/device/hooks.h"
#include "harness/rank/probe/open_calls.h"

namespace gridlock::probe {

// Observes streams from now on, if LD_PRELOAD has loaded the device library. Returns the library,
// or null.
const device::Library* watch_streams();

// Stops and continues to observe streams. See set_recording() in recorder.h.
void set_watching(bool watching);

// A stream and its device.
struct Place {
  device::Handle stream = nullptr;
  device::Handle device = nullptr;
};

// Returns where this thread has put its current call, or its last one. Without a stream if the call
// is on none.
Place last_put();

// Records that the call that this thread issues (see Issuing) is on the stream now. The code that
// records the launch of a graph also calls this function, because no call of NCCL puts the graph's
// calls on the stream.
void put_on_stream(const Place& place);

// Returns the open call at which the stream stands: all earlier work of the stream is over. Returns
// a handle without a call if none is known.
trace::CallHandle standing_at(device::Handle stream);

bool is_still_open(trace::CallHandle call);

// Completes the calls, which are on this stream, once the stream has run them. Returns false if
// this cannot be observed: they are on no stream, or the stream is being captured.
bool complete_on_stream(const Place& place, const OpenCalls& calls);

// Gives back the marks of calls that are over.
void drop_closed_gates();

// Selects the device on which the first call was put. The probe's own threads need this before they
// query the device.
void use_device_of_calls();

// During its own lifetime, CUDA calls of this thread neither belong to the capture of a graph nor
// invalidate one.
class BesideCaptures {
 public:
  BesideCaptures();
  BesideCaptures(const BesideCaptures&) = delete;
  BesideCaptures& operator=(const BesideCaptures&) = delete;
  ~BesideCaptures();

 private:
  int before_ = 0;
};

// Returns whether a graph captures the work that is put on the stream now. Captured work does not
// run now, and its events must not be queried.
bool is_captured(const Place& place);

// Marks, during its own lifetime, this thread as issuing `call`: work that the thread puts on a
// stream belongs to the call. `batch` is the number of the first call of the call's batch, or 0.
// The calls of a batch start together, so none of them waits for another.
class Issuing {
 public:
  explicit Issuing(trace::CallHandle call, std::uint32_t batch = 0);
  Issuing(const Issuing&) = delete;
  Issuing& operator=(const Issuing&) = delete;
  ~Issuing();

 private:
  trace::CallHandle before_;
  std::uint32_t batch_before_;
};

}  // namespace gridlock::probe
