// What an exec says of its jobs on the terminal, and writes to the evidence folder. Decides
// nothing.
#pragma once

#include <string>
#include <vector>

#include "harness/diagnosis/hang.h"
#include "harness/exec/console.h"
#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/options.h"
#include "harness/exec/stacks.h"
#include "harness/facts/outcome.h"

namespace gridlock::exec {

class FindingReporter {
 public:
  // What it refers to must outlive it. The options' evidence folder may be set later.
  FindingReporter(const Options& options, const Console& console, JobRegistry& registry,
                  OtherHosts& others, StackTaking stack_taking);

  // Each of these takes stacks, which takes seconds, and gives what is to be written as JSON.
  facts::Outcome report_deadlock(const Job& job);  // the proof of its examination
  // Nothing has happened for so long.
  facts::Outcome report_timeout(const Job& job, double seconds);
  // With the evidence folder.
  facts::Outcome explain(const Job& job, const facts::Finding& finding);

  // The desync of its examination, of ranks that have ended: no stacks.
  diagnosis::Hang record_mismatch(const Job& job) const;
  void report_stall(const Job& job, const facts::Finding& stall);
  // Some ranks have ended, and for so many seconds the others have called nothing.
  void report_idle(const Job& job, const std::vector<int>& ended, const std::vector<int>& running,
                   double seconds);
  // How to look at ranks that are kept for a debugger.
  void report_hold(const Job& job) const;
  // Where each rank is, a line for those at one place.
  std::vector<std::string> standing();
  void print_evidence_folder(const Job& job, bool written) const;

  const StackTaking& stack_taking() const { return stack_taking_; }

 private:
  const Options& options_;
  const Console& console_;
  JobRegistry& registry_;
  OtherHosts& others_;
  StackTaking stack_taking_;
};

}  // namespace gridlock::exec
