// The last stage of a minimization: finds the smallest step of a search that passes its
// verification, and writes that step in the form in which it is filed.
#pragma once

#include <map>
#include <stop_token>
#include <vector>

#include "minimizer/ranks/minimization.h"
#include "minimizer/script_worker.h"

namespace gridlock::minimizer {

class Finish {
 public:
  // Takes the results of a search. `steps` are the original and then each accepted step. `once`
  // examines a candidate on forked ranks. All arguments outlive this object.
  Finish(Minimized& minimized, const std::vector<Candidate>& steps, ScriptWorker& worker,
         Oracle& once, const Listener& listener)
      : minimized_(minimized), steps_(steps), worker_(worker), once_(once), listener_(listener) {}

  // Writes the last step to minimized.repro without verifying it.
  void write_best() { write(steps_.size() - 1); }
  // Verifies the last step. If its verification fails, bisection finds an earlier step whose
  // verification succeeds. That step (or the original) then becomes the repro, and
  // minimized.verification describes it.
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
