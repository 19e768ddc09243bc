// Each finished record as a line of a file of the user's choice, there at once. The same lines as
// results.jsonl, those of a resumed run included.
#pragma once

#include <filesystem>

#include "harness/report/append_file.h"
#include "harness/report/reporter.h"

namespace gridlock::report {

class JsonlReporter : public Reporter {
 public:
  // What was in the file is replaced. Throws OutputError, as on_cell_finished() does.
  explicit JsonlReporter(const std::filesystem::path& file);

  void on_start(const matrix::Plan& plan, const RunInfo& info, double now) override;
  void on_cell_finished(const verdict::CellRecord& record, double now) override;

 private:
  AppendFile file_;
};

}  // namespace gridlock::report
