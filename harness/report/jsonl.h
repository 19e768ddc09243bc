// Writes each finished record immediately as a line of a file that the user chose. The lines are
// those of results.jsonl, including those that a resumed run kept.
#pragma once

#include <filesystem>

#include "harness/report/append_file.h"
#include "harness/report/reporter.h"

namespace gridlock::report {

class JsonlReporter : public Reporter {
 public:
  // Replaces the contents of the file. Throws OutputError, as on_cell_finished() does.
  explicit JsonlReporter(const std::filesystem::path& file);

  void on_start(const matrix::Plan& plan, const RunInfo& info, double now) override;
  void on_cell_finished(const verdict::CellRecord& record, double now) override;

 private:
  AppendFile file_;
};

}  // namespace gridlock::report
