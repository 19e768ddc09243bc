// Writes JUnit XML for continuous integration servers. Each cell and each claim is a testcase. A
// cell that ran to its end with a wrong result is a failure. A cell that did not run to its end is
// an error. Results that do not count (skipped, xfail, quarantined, interrupted) are skipped
// testcases with the reason. verdict::kVerdicts maps verdicts to these three results.
#pragma once

#include <filesystem>
#include <string>

#include "harness/report/reporter.h"

namespace gridlock::report {

class JunitReporter : public Reporter {
 public:
  // Checks that the file can be written. This constructor and on_end() throw OutputError.
  explicit JunitReporter(const std::filesystem::path& file);

  void on_start(const matrix::Plan& plan, const RunInfo& info, double now) override;
  // Replaces the file atomically, so that a reader finds either the old file or the complete new
  // one.
  void on_end(const RunSummary& summary, double now) override;

 private:
  std::filesystem::path file_;
  std::string suite_;
};

// Returns the XML document. `suite` is the name of the matrix.
std::string junit_xml(const std::string& suite, const RunSummary& summary);

}  // namespace gridlock::report
