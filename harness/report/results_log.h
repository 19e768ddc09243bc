// The file results.jsonl of a run folder. The file contains one line with the record of each
// finished cell, written as soon as the cell is finished. --resume reads the records from this
// file.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/report/append_file.h"
#include "harness/verdict/record.h"

namespace gridlock::report {

class ResultsLog {
 public:
  // kFresh deletes the records of an earlier run. kResume reads and keeps these records, and
  // removes an incomplete last line, which remains if the run was killed while writing.
  enum class Start { kFresh, kResume };

  // Throws OutputError if the folder cannot be written, the disk is full, or another run holds the
  // lock on the file. Throws verdict::RecordError, with file and line, if a complete line is not a
  // record of this version.
  ResultsLog(const std::filesystem::path& path, Start start);

  // Returns the finished records that the file contained when it was opened, in order. Returns only
  // the last record of each cell and repetition. Omits interrupted cells, which earlier versions of
  // gridlock wrote.
  const std::vector<verdict::CellRecord>& earlier() const { return earlier_; }

  // Appends the record, except for an interrupted cell, which runs again when the run is resumed.
  // Throws OutputError after restoring the previous contents of the file.
  void append(const verdict::CellRecord& record);

 private:
  AppendFile file_;
  std::vector<verdict::CellRecord> earlier_;
};

// Reads the records of a results file. Throws the exceptions of ResultsLog's constructor.
std::vector<verdict::CellRecord> read_results(const std::filesystem::path& path);

}  // namespace gridlock::report
