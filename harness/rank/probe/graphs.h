// CUDA graphs that contain calls of process groups. A captured call does not run; it is kept, and
// each launch of the graph issues it. The records have the calls of the graph and not the launch,
// so readers of records need not handle graphs. A rank that launches a graph matches a rank that
// makes the same calls without a graph.
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
  std::shared_ptr<Sequences> sequences;  // of the group's sends and receives
  bool last = false;                     // whether this is the graph's last call in its sequence
};

// Returns the number of the capture that records this thread's calls, or 0 if the calls run.
std::uint64_t current_capture();

// Keeps `call` for the launches of the graph that the capture records.
void keep_captured(std::uint64_t capture, CapturedCall call);

// Observes graphs from now on, if LD_PRELOAD has loaded the device library.
void watch_graphs();

}  // namespace gridlock::probe
