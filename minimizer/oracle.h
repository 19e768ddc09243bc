// The oracle judges the behavior of a candidate. The engine does not depend on its method: an
// oracle may start ranks, replay a model or look into a table.
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
  std::string output = {};  // the last output of its program, if the oracle keeps it
};

// All functions are called from one thread.
class Oracle {
 public:
  virtual ~Oracle() = default;

  // Returns how many candidates it can examine side by side now, at least 1. The number may change
  // while it works, as memory and cores do.
  virtual int slots() const = 0;

  // Starts to examine `candidate`. The caller chooses tickets, all different. At most slots() are
  // open.
  virtual void submit(Ticket ticket, const Candidate& candidate) = 0;

  // Waits for the next reply, at most `at_most`. A ticket gets one reply.
  virtual std::optional<Reply> wait(std::chrono::milliseconds at_most) = 0;

  // Stops examining an open ticket; no reply comes.
  virtual void cancel(Ticket ticket) = 0;
};

}  // namespace gridlock::minimizer
