// Who says what a candidate does. The engine knows nothing of how: an oracle may start ranks,
// replay a model or look into a table.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "minimizer/problem.h"

namespace gridlock::minimizer {

using Ticket = std::uint64_t;

struct Reply {
  Ticket ticket = 0;
  Answer answer;
  std::string output = {};  // what its program printed last, where the oracle keeps it
};

// Called from one thread.
class Oracle {
 public:
  virtual ~Oracle() = default;

  // How many candidates it can examine side by side now, at least 1. May change while it works, as
  // memory and cores do.
  virtual int slots() const = 0;

  // Starts to examine `candidate`. Tickets are the caller's, all different. At most slots() are
  // open.
  virtual void submit(Ticket ticket, const Candidate& candidate) = 0;

  // Waits for the next reply, at most so long. A ticket gets one reply.
  virtual std::optional<Reply> wait(std::chrono::milliseconds at_most) = 0;

  // Stops examining; no reply comes. The ticket is open.
  virtual void cancel(Ticket ticket) = 0;
};

}  // namespace gridlock::minimizer
