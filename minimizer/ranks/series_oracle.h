// An oracle that needs several runs of a candidate, one after the other, for one answer.
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
  // Returns the next reply. A run that does not pass (because it hangs or crashes) is the answer,
  // whatever the earlier runs showed.
  std::optional<Reply> wait(std::chrono::milliseconds at_most) final;
  void cancel(Ticket ticket) final;

 protected:
  // Takes the oracle `runs`, which keeps the output of its runs and outlives this object. If
  // `wanted` has no fields, any failure counts as the wanted one.
  SeriesOracle(Oracle& runs, Signature wanted) : runs_(runs), wanted_(std::move(wanted)) {}

  // Returns the candidate for the next run. `outputs` are the outputs of the runs so far.
  virtual Candidate next_run(const Candidate& candidate,
                             const std::vector<std::string>& outputs) const = 0;
  // Returns the answer, or nullopt if another run is needed. `outputs` is not empty.
  virtual std::optional<Answer> answer_of(const std::vector<std::string>& outputs) const = 0;
  // Returns the part of a run's output that is shown.
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
  std::map<Ticket, Series> open_;  // by the ticket of the current run
};

}  // namespace gridlock::minimizer
