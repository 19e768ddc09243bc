// The oracle judges the behavior of a candidate. The engine does not depend on how the oracle does
// so: an oracle may start ranks, replay a model or look up a table.
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
  std::string output = {};  // the end of the program's output, if the oracle keeps it
};

// The interface of all oracles. Only one thread calls it.
class Oracle {
 public:
  virtual ~Oracle() = default;

  // Returns how many candidates the oracle can examine in parallel now, which is at least 1. The
  // count may change while the oracle works, because available memory and cores change.
  virtual int slots() const = 0;

  // Starts to examine `candidate`. The caller chooses the tickets, which must all be different. At
  // most slots() tickets may be without a reply at any time.
  virtual void submit(Ticket ticket, const Candidate& candidate) = 0;

  // Waits for the next reply, but for no longer than `at_most`. Each ticket gets one reply.
  virtual std::optional<Reply> wait(std::chrono::milliseconds at_most) = 0;

  // Stops the examination of a ticket without a reply. The ticket then gets no reply.
  virtual void cancel(Ticket ticket) = 0;
};

}  // namespace gridlock::minimizer
