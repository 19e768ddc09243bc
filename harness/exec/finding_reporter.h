// Reports the findings of an exec on the terminal and writes the evidence folder. It decides
// nothing.
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
  // Arguments that are references must outlive the reporter. The evidence folder of the options may
  // be set later.
  FindingReporter(const ExecOptions& options, const Console& console, JobRegistry& registry,
                  OtherHosts& others, StackOptions stack_options);

  // These functions take stacks, which takes seconds. They return the outcome that is written as
  // JSON.
  facts::Outcome report_deadlock(const Job& job);  // the proof is that of the job's examination
  // Reports that there was no event for `seconds`.
  facts::Outcome report_timeout(const Job& job, double seconds);
  // Prints the explanation and writes the evidence folder.
  facts::Outcome explain(const Job& job, const facts::Finding& finding);

  // Returns the record of the desync that the examination of the job found. The ranks have ended by
  // then, so it has no stacks.
  facts::FindingRecord record_mismatch(const Job& job) const;
  void report_stall(const Job& job, const facts::Finding& stall);
  // Reports that some ranks have ended and that the others have called nothing for `seconds`.
  void report_idle(const Job& job, const std::vector<int>& ended, const std::vector<int>& running,
                   double seconds);
  // Prints how to inspect ranks that are kept for a debugger.
  void report_hold(const Job& job) const;
  // Returns where each rank is, with one line for all ranks at a call site.
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
