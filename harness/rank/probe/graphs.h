// CUDA graphs that contain calls of process groups. A captured call does not run and is no call
// yet: it is kept, and each launch of the graph issues it anew. A launch is recorded as its calls,
// not as itself, so that readers of records need not handle graphs, and a rank that replays a graph
// matches a rank that makes the same calls without a graph.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "harness/rank/device/hooks.h"
#include "harness/rank/probe/sequences.h"
#include "harness/trace/record.h"

namespace gridlock::probe {

struct CapturedCall {
  trace::Record record;
  std::shared_ptr<Sequences> sequences;  // for the sends and receives of its group
  bool last = false;                     // the graph's last call in its sequence
};

// Returns the capture that calls of this thread go into now; 0 = the calls run.
std::uint64_t current_capture();

// Keeps `call`, which went into that capture.
void keep_captured(std::uint64_t capture, CapturedCall call);

// Receives events about graphs from the device library from now on, if LD_PRELOAD has loaded it.
void watch_graphs();

}  // namespace gridlock::probe
