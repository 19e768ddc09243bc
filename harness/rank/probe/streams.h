// The calls that a host thread waits for when it waits for a CUDA stream or event. The probe keeps
// one call for each stream: the last call that such a thread certainly waits for. Earlier calls are
// either reachable from the kept call (RingWriter::set_after) or forgotten. A forgotten call can
// prevent a proof and never creates a false one.
#pragma once

#include <cstdint>

#include "harness/rank/device/hooks.h"
#include "harness/rank/probe/open_calls.h"

namespace gridlock::probe {

// Receives events about streams from now on, if LD_PRELOAD has loaded the device library.
void watch_streams();

// Records that the call that this thread issues (see Issuing) is on the stream now. The function is
// public because launches of graphs reach streams without a call of NCCL.
void put_on_stream(device::Handle stream, device::Handle device);

// Completes `calls` when the stream that this thread has put the calls on has passed them. Returns
// false if the passing cannot be observed: the thread has put the calls on no stream, or the stream
// is being captured.
bool complete_on_stream(const OpenCalls& calls);

// Selects the device that received the first call, for a thread of the probe that queries devices.
void use_device_of_calls();

// Exempts this thread's CUDA calls from captures of graphs while the object exists: the calls
// neither belong to a capture nor invalidate one.
class BesideCaptures {
 public:
  BesideCaptures();
  BesideCaptures(const BesideCaptures&) = delete;
  BesideCaptures& operator=(const BesideCaptures&) = delete;
  ~BesideCaptures();

 private:
  int before_ = 0;
};

// Returns whether a graph captures the work that this thread puts on a stream within the current
// call. Captured work does not run now, and its events must not be queried.
bool is_captured();

// Marks this thread as issuing `call` while the object exists: work that the thread puts on a
// stream is part of the call. The calls of one batch start together, so no call of the batch waits
// for another. `batch` is the number of the batch's first call; 0 means no batch.
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
