// Which calls CUDA's streams and events stand behind: what a host thread that waits for one of them
// waits for. Knows one call for each stream, the last one that it certainly waits for: others are
// found through that one (RingWriter::set_after), or forgotten, which can cost a proof and never
// makes a false one.
#pragma once

#include <cstdint>

#include "harness/rank/device/hooks.h"
#include "harness/rank/probe/open_calls.h"

namespace gridlock::probe {

// From now on the device's library tells of streams, where LD_PRELOAD has brought it.
void watch_streams();

// The call that this thread issues (see Issuing) is part of what is on the stream now. Public for
// what comes onto streams by other ways than a call of NCCL: launches of graphs.
void put_on_stream(device::Handle stream, device::Handle device);

// Completes `calls` when the stream that this thread has put them on has come past them. False when
// that cannot be seen: they were put on none.
bool complete_on_stream(const OpenCalls& calls);

// For a thread that asks devices of its own accord: its device is the one that calls were put on
// first.
void use_device_of_calls();

// While it lives, what this thread asks of CUDA belongs to no capture of a graph, and spoils none.
class BesideCaptures {
 public:
  BesideCaptures();
  BesideCaptures(const BesideCaptures&) = delete;
  BesideCaptures& operator=(const BesideCaptures&) = delete;
  ~BesideCaptures();

 private:
  int before_ = 0;
};

// What this thread puts on a stream within its call is captured into a graph: nothing of it runs
// now, and its events must not be asked for.
bool is_captured();

// While it lives, this thread issues `call`: what it puts on a stream is part of that. Calls of one
// batch start together, none behind another: `batch` is the number of its first call, 0 = alone.
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
