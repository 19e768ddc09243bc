// The rank's connection to its agent: the ring and the channel. Python code receives this object
// (module _gridlock, class AgentLink) as the `channel` argument of runner.py.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/process/fd.h"
#include "harness/trace/ring.h"

namespace gridlock::rank {

class AgentLink {
 public:
  AgentLink(process::Fd ring, process::Fd channel);

  // Blocks until the next cell (JSON text) arrives. Returns nullopt once the agent has closed the
  // channel.
  std::optional<std::string> next_cell();

  // Records that the rank enters a phase: "start", "group", "build", "compile", "step", "done".
  // Throws std::invalid_argument for any other word. `step` is the index of the step, from 0, and
  // is used only with "step".
  void phase(std::string_view name, int step);

  // Returns the descriptor of the ring, for the probe, which also writes to the ring. This object
  // still owns the descriptor.
  int ring() const { return ring_.fd(); }

  // Sends one JSON object, which must not contain a line break. Blocks while the agent is busy.
  void report(std::string_view json);

 private:
  trace::Ring ring_;
  trace::RingWriter writer_;
  process::Fd channel_;
  std::string incoming_;
};

}  // namespace gridlock::rank
