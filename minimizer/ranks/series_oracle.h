// An oracle that needs several runs of a candidate, one after the other, to answer for it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "minimizer/oracle.h"

namespace gridlock::minimizer {

class SeriesOracle : public Oracle {
 public:
  int slots() const final { return runs_.slots(); }
  void submit(Ticket ticket, const Candidate& candidate) final;
  // A run that does not pass (it hangs, crashes, …) is the answer, whatever came before.
  std::optional<Reply> wait(std::chrono::milliseconds at_most) final;
  void cancel(Ticket ticket) final;

 protected:
  // `runs` keeps the output of what it runs, and outlives it. `wanted`: without fields, any failure
  // is told as it is.
  SeriesOracle(Oracle& runs, Signature wanted) : runs_(runs), wanted_(std::move(wanted)) {}

  // The candidate as it runs next; `outputs` are those of the runs so far.
  virtual Candidate next_run(const Candidate& candidate,
                             const std::vector<std::string>& outputs) const = 0;
  // Nothing where another run is needed; there was one.
  virtual std::optional<Answer> answer_of(const std::vector<std::string>& outputs) const = 0;
  // What is shown of a run's output.
  virtual std::string shown(const std::string& output) const { return output; }

  Answer fails(const Signature& seen, const std::string& reason) const;
  static Answer passes(const std::string& reason);

 private:
  struct Series {
    Ticket ticket = 0;
    Candidate candidate;
    std::vector<std::string> outputs;
    double seconds = 0;
  };
  void run_next(Series series);
  std::optional<Reply> take(Series series, const Reply& run);

  Oracle& runs_;
  Signature wanted_;
  Ticket next_ = 0;
  std::map<Ticket, Series> open_;  // by the ticket of the run that is under way
};

}  // namespace gridlock::minimizer
