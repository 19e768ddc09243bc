// The calls that a host thread waits for when it waits for a CUDA stream or event. The probe keeps
// one call for each stream: the last one that such a thread certainly waits for. Earlier calls can
// be reached from it (RingWriter::set_after) or are forgotten. A forgotten call can prevent a
// proof, but cannot create a false one.
#pragma once

#include <cstdint>

#include "harness/rank/device/hooks.h"
#include "harness/rank/probe/open_calls.h"

namespace gridlock::probe {

// Observes streams from now on, if LD_PRELOAD has loaded the device library.
void watch_streams();

// Records that the call that this thread issues (see Issuing) is on the stream now. Launches of
// graphs call it too, because they reach streams without a call of NCCL.
void put_on_stream(device::Handle stream, device::Handle device);

// Completes `calls` when the stream that this thread has put them on has passed them. Returns false
// if this cannot be observed, because the thread has put them on no stream or because the stream is
// being captured.
bool complete_on_stream(const OpenCalls& calls);

// Selects the device that received the first call. The probe's threads that query devices need
// this.
void use_device_of_calls();

// Exempts this thread's CUDA calls from the capture of graphs, for its own lifetime. The calls
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

// Returns whether a graph captures the work that this thread puts on a stream in the current call.
// Captured work does not run now, and its events must not be queried.
bool is_captured();

// Marks this thread as issuing `call`, for its own lifetime: work that the thread puts on a stream
// is part of the call. The calls of a batch start together, so none of them waits for another.
// `batch` is the number of the first call of the batch, or 0.
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
