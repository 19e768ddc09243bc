// Writes each finished record as a line of a file that the user chose. The file gets all lines of
// results.jsonl, including those that an earlier part of a resumed run has written.
#pragma once

#include <filesystem>

#include "harness/report/append_file.h"
#include "harness/report/reporter.h"

namespace gridlock::report {

class JsonlReporter : public Reporter {
 public:
  // Creates the file, or replaces its contents. This constructor and on_cell_finished() throw
  // OutputError.
  explicit JsonlReporter(const std::filesystem::path& file);

  void on_start(const matrix::Plan& plan, const RunInfo& info, double now) override;
  void on_cell_finished(const verdict::CellRecord& record, double now) override;

 private:
  AppendFile file_;
};

}  // namespace gridlock::report
