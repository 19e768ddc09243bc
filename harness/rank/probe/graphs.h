// CUDA graphs that hold calls of process groups. What is captured does not run, and is no call yet:
// it is kept, and issued anew by each launch of the graph. A launch is recorded as its calls, not
// as itself, so that readers need not know of graphs, and a rank that replays fits one
// that makes the same calls without a graph.
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
  std::shared_ptr<Sequences> sequences;  // of its group's sends and receives
  bool last = false;                     // of those of the graph in the same sequence
};

// The capture that calls of this thread go into now; 0 = they run.
std::uint64_t current_capture();

// `call` went into that capture.
void keep_captured(std::uint64_t capture, CapturedCall call);

// From now on the device's library tells of graphs, where LD_PRELOAD has brought it.
void watch_graphs();

}  // namespace gridlock::probe
