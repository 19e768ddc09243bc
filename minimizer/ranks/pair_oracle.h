// Examines candidates whose numbers are wrong: runs both sides of a candidate, one after the other,
// and compares what they print. A difference counts only if both sides train the same numbers a
// second time: without its seed each script would be wrong.
#pragma once

#include <map>
#include <vector>

#include "minimizer/oracle.h"
#include "minimizer/ranks/comparison.h"

namespace gridlock::minimizer {

class PairOracle : public Oracle {
 public:
  // `runs` keeps the output of what it runs, and outlives it. `wanted`: without fields, any failure
  // is told as it is.
  PairOracle(Oracle& runs, Comparison comparison, Signature wanted)
      : runs_(runs), comparison_(std::move(comparison)), wanted_(std::move(wanted)) {}

  int slots() const override { return runs_.slots(); }
  void submit(Ticket ticket, const Candidate& candidate) override;
  std::optional<Reply> wait(std::chrono::milliseconds at_most) override;
  void cancel(Ticket ticket) override;

 private:
  struct Pair {
    Ticket ticket = 0;
    Candidate candidate;
    std::vector<Numbers> runs;  // the candidate's, the control's, both again
    double seconds = 0;
  };
  void run_next(Pair pair);
  std::optional<Reply> take(Pair pair, const Reply& run);
  std::optional<Answer> answer_of(const Pair& pair) const;
  Answer wrong(const WrongNumber& number) const;
  bool trains_the_same_again(const Pair& pair) const;

  Oracle& runs_;
  Comparison comparison_;
  Signature wanted_;
  Ticket next_ = 0;
  std::map<Ticket, Pair> pairs_;  // by the ticket of the run that is under way
};

}  // namespace gridlock::minimizer
