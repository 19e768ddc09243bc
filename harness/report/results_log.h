// results.jsonl of a run folder: one line with the record of each finished cell, written as soon as
// the cell is finished. --resume continues from it.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/report/append_file.h"
#include "harness/verdict/record.h"

namespace gridlock::report {

class ResultsLog {
 public:
  // kFresh: drops what an earlier run left in the file. kResume: reads and keeps it; a last line
  // without a newline (the run was killed while writing) is cut off.
  enum class Start { kFresh, kResume };

  // Throws OutputError if the folder cannot be written, the disk is full, or another run has the
  // file locked; verdict::RecordError, with file and line, if a whole line is not a record of this
  // version.
  ResultsLog(const std::filesystem::path& path, Start start);

  // Returns the finished records that were there, in order; only the last one of each cell and
  // repetition. Leaves out interrupted cells, which earlier builds wrote.
  const std::vector<verdict::CellRecord>& earlier() const { return earlier_; }

  // Skips interrupted cells: they are not finished, and run again when the run is resumed. Throws
  // OutputError; the file then holds what it held before.
  void append(const verdict::CellRecord& record);

 private:
  AppendFile file_;
  std::vector<verdict::CellRecord> earlier_;
};

// Reads the records of a results file. Throws as ResultsLog does.
std::vector<verdict::CellRecord> read_results(const std::filesystem::path& path);

}  // namespace gridlock::report
