// JUnit XML, as continuous integration servers read it. A cell is a testcase. What is wrong with
// the numbers is a failure, what broke on the way an error, what does not count (skipped, xfail,
// quarantined, interrupted) is skipped with the reason; see the table in junit.cc.
#pragma once

#include <filesystem>
#include <string>

#include "harness/report/reporter.h"

namespace gridlock::report {

class JunitReporter : public Reporter {
 public:
  // Proves at once that the file can be written. Throws OutputError, as on_end() does.
  explicit JunitReporter(const std::filesystem::path& file);

  void on_start(const matrix::Plan& plan, const RunInfo& info, double now) override;
  // Replaces the file in one step: a reader sees the old or the whole new one.
  void on_end(const RunSummary& summary, double now) override;

 private:
  std::filesystem::path file_;
  std::string suite_;
};

// The whole document. `suite` is the name of the matrix.
std::string junit_xml(const std::string& suite, const RunSummary& summary);

}  // namespace gridlock::report
