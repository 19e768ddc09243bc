// Reports the findings of gridlock exec on the terminal and writes the evidence folder. Watch
// decides what is reported.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/diagnosis/evidence.h"
#include "harness/exec/console.h"
#include "harness/exec/evidence_folder.h"
#include "harness/exec/hosts.h"
#include "harness/exec/job_registry.h"
#include "harness/exec/options.h"
#include "harness/exec/stacks.h"
#include "harness/facts/finding_record.h"
#include "harness/facts/outcome.h"

namespace gridlock::exec {

class FindingReporter {
 public:
  // All arguments passed by reference must outlive the reporter. `options.evidence` may be set
  // later.
  FindingReporter(const ExecOptions& options, const Console& console, JobRegistry& registry,
                  OtherHosts& others, StackOptions stack_options);

  // The next three functions collect stacks, which takes seconds. They return the outcome for the
  // JSON file.
  facts::Outcome report_deadlock(const Job& job);  // job.examination has proved it
  // Reports that there was no event for `seconds`.
  facts::Outcome report_timeout(const Job& job, double seconds);
  // Prints the explanation and writes the evidence folder.
  facts::Outcome explain(const Job& job, const facts::Finding& finding);

  // Returns the record of the desync that job.examination has found, and writes the evidence
  // folder. The record has no stacks, because the ranks have exited.
  facts::FindingRecord record_mismatch(const Job& job);
  void report_stall(const Job& job, const facts::Finding& stall);
  // Reports that the ranks in `ended` have exited, and that those in `running` have made no call
  // for `seconds`.
  void report_idle(const Job& job, const std::vector<int>& ended, const std::vector<int>& running,
                   double seconds);
  // Prints how to inspect the ranks, which are kept alive for a debugger.
  void report_hold(const Job& job) const;
  // Returns lines that describe where each rank is. Ranks at the same call site share a line.
  std::vector<std::string> standing();
  // Writes the files of each rank to the evidence folder and prints its name.
  void write_evidence(const Job& job) {
    write_evidence(job, [](const auto&) { return true; });
  }

  std::string evidence_folder() const { return evidence_.used().string(); }
  const StackOptions& stack_options() const { return stack_options_; }

 private:
  void print(const diagnosis::Evidence& evidence);
  // Writes further files with `write`, which returns false if a file could not be written.
  void write_evidence(const Job& job,
                      const std::function<bool(const std::filesystem::path& folder)>& write);

  const ExecOptions& options_;
  const Console& console_;
  JobRegistry& registry_;
  OtherHosts& others_;
  StackOptions stack_options_;
  EvidenceFolder evidence_;
  std::string explained_;  // identifies the explanation that was printed last
};

}  // namespace gridlock::exec
