// Examines candidates whose compile time explodes: runs each with a small and a large size, one
// after the other.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "minimizer/oracle.h"
#include "minimizer/ranks/growth.h"

namespace gridlock::minimizer {

class GrowthOracle : public Oracle {
 public:
  // `runs` keeps the output of what it runs, and outlives it. `wanted`: without fields, any failure
  // is told as it is.
  GrowthOracle(Oracle& runs, Growth growth, Signature wanted)
      : runs_(runs), growth_(growth), wanted_(std::move(wanted)) {}

  int slots() const override { return runs_.slots(); }
  void submit(Ticket ticket, const Candidate& candidate) override;
  std::optional<Reply> wait(std::chrono::milliseconds at_most) override;
  void cancel(Ticket ticket) override;

 private:
  struct Measuring {
    Ticket ticket = 0;
    Candidate candidate;
    std::optional<double> small_seconds;  // of compiling, once known
    double seconds = 0;                   // of all runs so far
  };
  void run_next(Measuring measuring);
  std::optional<Reply> take(Measuring measuring, Reply run);

  Oracle& runs_;
  Growth growth_;
  Signature wanted_;
  Ticket next_ = 0;
  std::map<Ticket, Measuring> measured_;  // by the ticket of the run that is under way
};

}  // namespace gridlock::minimizer
