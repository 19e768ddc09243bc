// An oracle for failures that show only in some runs. It asks another oracle about the same
// candidate repeatedly, until a sequential test decides. Its answers state the number of failing
// runs and the number of all runs.
#pragma once

#include <map>
#include <stop_token>

#include "minimizer/oracle.h"
#include "minimizer/repetitions.h"

namespace gridlock::minimizer {

class RepeatedOracle : public Oracle {
 public:
  // Takes the oracle for a single run, which outlives this object. Throws std::invalid_argument for
  // limits that make no sense.
  RepeatedOracle(Oracle& once, const RepetitionLimits& limits);

  int slots() const override { return once_.slots(); }
  void submit(Ticket ticket, const Candidate& candidate) override;
  std::optional<Reply> wait(std::chrono::milliseconds at_most) override;
  void cancel(Ticket ticket) override;

 private:
  struct Repetition {
    Candidate candidate;
    SequentialTest test;
    Answer total;
    Ticket run = 0;
  };

  void start_run(Ticket ticket);
  // Returns the answer if it is decided.
  std::optional<Answer> add(Repetition& repetition, const Answer& run) const;

  Oracle& once_;
  RepetitionLimits limits_;
  std::map<Ticket, Repetition> repetitions_;
  std::map<Ticket, Ticket> of_run_;
  Ticket last_run_ = 0;
};

// Measures how often a candidate fails, with `runs` runs one after another. The verdict is kSame if
// at least one run shows the failure. Waits for the oracle without a time limit, but makes fewer
// runs if a stop is requested.
Answer measure_rate(Oracle& once, const Candidate& candidate, int runs,
                    const std::stop_token& stop = {});

}  // namespace gridlock::minimizer
