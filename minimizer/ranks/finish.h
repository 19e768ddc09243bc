// The end of a minimization: the smallest step of a search that passes its verification, written in
// the form in which it is filed.
#pragma once

#include <map>
#include <stop_token>
#include <vector>

#include "minimizer/ranks/minimization.h"
#include "minimizer/script_worker.h"

namespace gridlock::minimizer {

class Finish {
 public:
  // `steps`: the original, then each accepted step. `once` examines a candidate on forked ranks.
  // All outlive this object.
  Finish(Minimized& minimized, const std::vector<Candidate>& steps, ScriptWorker& worker,
         Oracle& once, const Listener& listener)
      : minimized_(minimized), steps_(steps), worker_(worker), once_(once), listener_(listener) {}

  // Writes the last step to minimized.repro, without a question.
  void write_best() { write(steps_.size() - 1); }
  // Verifies the last step. If it does not hold, goes back by bisection to a step that does. The
  // repro is then that step, or the original, and minimized.verification belongs to it.
  void verify_best(const VerificationPlan& plan, std::stop_token stop);

 private:
  void write(std::size_t step);
  void verify_step(std::size_t step, const VerificationPlan& plan, std::stop_token stop);
  void go_back(const VerificationPlan& plan, std::stop_token stop);

  Minimized& minimized_;
  const std::vector<Candidate>& steps_;
  ScriptWorker& worker_;
  Oracle& once_;
  const Listener& listener_;
};

}  // namespace gridlock::minimizer
