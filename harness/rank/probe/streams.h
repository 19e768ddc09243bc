// The calls that CUDA's streams and events are behind: the calls that a host thread waits for when
// it waits for a stream or event. Keeps one call for each stream, the last one that such a thread
// certainly waits for. Other calls are found through that one (RingWriter::set_after) or forgotten,
// which can lose a proof and never creates a false one.
#pragma once

#include <cstdint>

#include "harness/rank/device/hooks.h"
#include "harness/rank/probe/open_calls.h"

namespace gridlock::probe {

// Receives events about streams from the device library from now on, if LD_PRELOAD has loaded it.
void watch_streams();

// Records that the call that this thread issues (see Issuing) is on the stream now. Public for work
// that reaches streams by other ways than a call of NCCL: launches of graphs.
void put_on_stream(device::Handle stream, device::Handle device);

// Completes `calls` when the stream that this thread has put them on has passed them. Returns false
// if that cannot be observed: the thread has put them on no stream, or the stream is being
// captured.
bool complete_on_stream(const OpenCalls& calls);

// Selects the device that calls were put on first, for a thread that queries devices on its own.
void use_device_of_calls();

// For the lifetime of the object, this thread's CUDA calls belong to no capture of a graph and
// invalidate none.
class BesideCaptures {
 public:
  BesideCaptures();
  BesideCaptures(const BesideCaptures&) = delete;
  BesideCaptures& operator=(const BesideCaptures&) = delete;
  ~BesideCaptures();

 private:
  int before_ = 0;
};

// Returns whether work that this thread puts on a stream within its call is captured into a graph.
// Such work does not run now, and its events must not be queried.
bool is_captured();

// For the lifetime of the object, this thread issues `call`: work that it puts on a stream is part
// of the call. Calls of one batch start together, none behind another: `batch` is the number of its
// first call, 0 = no batch.
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
