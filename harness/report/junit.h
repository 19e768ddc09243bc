// Writes JUnit XML for continuous integration servers. Each cell and each claim is a testcase.
// Wrong numbers are a failure, a breakdown before them is an error, and a result that does not
// count (skipped, xfail, quarantined, interrupted) is skipped with the reason; verdict::table()
// maps verdicts to these results.
#pragma once

#include <filesystem>
#include <string>

#include "harness/report/reporter.h"

namespace gridlock::report {

class JunitReporter : public Reporter {
 public:
  // Checks immediately that the file can be written. Throws OutputError, as on_end() does.
  explicit JunitReporter(const std::filesystem::path& file);

  void on_start(const matrix::Plan& plan, const RunInfo& info, double now) override;
  // Replaces the file atomically: a reader finds the old or the complete new one.
  void on_end(const RunSummary& summary, double now) override;

 private:
  std::filesystem::path file_;
  std::string suite_;
};

// Returns the whole document. `suite`: the name of the matrix.
std::string junit_xml(const std::string& suite, const RunSummary& summary);

}  // namespace gridlock::report
