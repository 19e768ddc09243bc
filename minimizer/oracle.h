// The oracle judges the behavior of a candidate. The engine does not depend on the oracle's method:
// an oracle may start ranks, replay a model or look up a table.
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

// Called from one thread only.
class Oracle {
 public:
  virtual ~Oracle() = default;

  // Returns how many candidates the oracle can examine in parallel now, at least 1. The count may
  // change while the oracle works, since available memory and cores change.
  virtual int slots() const = 0;

  // Starts to examine `candidate`. The caller chooses the tickets, which are all different. At most
  // slots() tickets may be without a reply at any time.
  virtual void submit(Ticket ticket, const Candidate& candidate) = 0;

  // Waits for the next reply for at most `at_most`. Each ticket gets one reply.
  virtual std::optional<Reply> wait(std::chrono::milliseconds at_most) = 0;

  // Stops examining a ticket that has no reply yet; the ticket then gets none.
  virtual void cancel(Ticket ticket) = 0;
};

}  // namespace gridlock::minimizer
