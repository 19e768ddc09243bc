// The rank's end of its ties to the agent: the ring and the channel. Python sees it as the
// `channel` that runner.py is given (module _gridlock, class AgentLink).
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

  // Blocks for the next cell (JSON text); nothing once the agent has closed the channel.
  std::optional<std::string> next_cell();

  // The rank enters a phase: "start", "group", "build", "compile", "step", "done". Throws
  // std::invalid_argument for any other word. `step` counts from 0, and belongs to "step".
  void phase(std::string_view name, int step);

  // The descriptor of the ring, for the probe, which writes into it too. It stays this object's.
  int ring() const { return ring_.fd(); }

  // Sends one JSON object, without a line break. Blocks while the agent is busy.
  void report(std::string_view json);

 private:
  trace::Ring ring_;
  trace::RingWriter writer_;
  process::Fd channel_;
  std::string incoming_;
};

}  // namespace gridlock::rank
