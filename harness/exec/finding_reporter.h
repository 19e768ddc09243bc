// Reports an exec's findings on the terminal and writes the evidence folder. Makes no decisions.
#pragma once

#include <string>
#include <vector>

#include "harness/exec/console.h"
#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/options.h"
#include "harness/exec/stacks.h"
#include "harness/facts/finding_record.h"
#include "harness/facts/outcome.h"

namespace gridlock::exec {

class FindingReporter {
 public:
  // The arguments passed by reference must outlive the reporter. The options' evidence folder may
  // be set later.
  FindingReporter(const ExecOptions& options, const Console& console, JobRegistry& registry,
                  OtherHosts& others, StackOptions stack_options);

  // The next three functions collect stacks, which takes seconds, and return the outcome that is
  // written as JSON.
  facts::Outcome report_deadlock(const Job& job);  // the proof of its examination
  // Reports that there was no event for `seconds`.
  facts::Outcome report_timeout(const Job& job, double seconds);
  // Prints the explanation and writes the evidence folder.
  facts::Outcome explain(const Job& job, const facts::Finding& finding);

  // Records the desync that the job's examination found. Called after the ranks have ended, so the
  // record has no stacks.
  facts::FindingRecord record_mismatch(const Job& job) const;
  void report_stall(const Job& job, const facts::Finding& stall);
  // Reports that some ranks have ended and that the others have called nothing for `seconds`.
  void report_idle(const Job& job, const std::vector<int>& ended, const std::vector<int>& running,
                   double seconds);
  // Prints how to inspect ranks that are held for a debugger.
  void report_hold(const Job& job) const;
  // Returns where each rank is, with one line for all ranks at the same call site.
  std::vector<std::string> standing();
  void print_evidence_folder(const Job& job, bool written) const;

  const StackOptions& stack_options() const { return stack_options_; }

 private:
  const ExecOptions& options_;
  const Console& console_;
  JobRegistry& registry_;
  OtherHosts& others_;
  StackOptions stack_options_;
};

}  // namespace gridlock::exec
