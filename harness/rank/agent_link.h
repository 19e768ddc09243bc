// A rank's connection to its agent: the ring, and the channel for messages. runner.py receives it
// as its argument `channel` (class AgentLink of module _gridlock).
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

  // Waits for the next cell (JSON text). Returns nullopt once the agent has closed the channel.
  std::optional<std::string> next_cell();

  // Records that the rank enters a phase: "start", "group", "build", "compile", "step" or "done".
  // Throws std::invalid_argument for any other word. `step` is the index of the step, from 0; it is
  // used only with "step".
  void phase(std::string_view name, int step);

  // Returns the descriptor of the ring, for the probe, which also writes to the ring. This object
  // still owns the descriptor.
  int ring() const { return ring_.fd(); }

  // Sends one JSON object without a line break. Blocks while the agent is busy.
  void report(std::string_view json);

 private:
  trace::Ring ring_;
  trace::RingWriter writer_;
  process::Fd channel_;
  std::string incoming_;
};

}  // namespace gridlock::rank
