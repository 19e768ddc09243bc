// Writes the page of a run when the run ends.
#pragma once

#include <filesystem>

#include "harness/page/page.h"
#include "harness/report/reporter.h"

namespace gridlock::page {

class HtmlReporter : public report::Reporter {
 public:
  // Throws report::OutputError if the file cannot be written.
  explicit HtmlReporter(const std::filesystem::path& file);

  void on_start(const matrix::Plan& plan, const report::RunInfo& info, double now) override;
  // Throws report::OutputError.
  void on_end(const report::RunSummary& summary, double now) override;

 private:
  std::filesystem::path file_;
  RunPage page_;
};

}  // namespace gridlock::page
