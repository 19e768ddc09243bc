// The file results.jsonl of a run folder. It has one line with the record of each finished cell,
// written as soon as the cell finishes. --resume reads these records.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/report/append_file.h"
#include "harness/verdict/record.h"

namespace gridlock::report {

class ResultsLog {
 public:
  // kFresh deletes the records of an earlier run. kResume keeps them, but removes an incomplete
  // last line, which a killed run may have left.
  enum class Start { kFresh, kResume };

  // Opens the file. Throws OutputError if the folder cannot be written, the disk is full, or
  // another run holds the lock. Throws verdict::RecordError, with file and line, if a complete line
  // is not a record of this version.
  ResultsLog(const std::filesystem::path& path, Start start);

  // Returns the finished records that the file contained when it was opened, in order. If there are
  // several records of one repetition of a cell, only the last one is returned. Interrupted cells,
  // which earlier versions of gridlock wrote, are left out.
  const std::vector<verdict::CellRecord>& earlier() const { return earlier_; }

  // Appends the record. An interrupted cell is not written, because a resumed run trains it again.
  // On failure, restores the contents of the file and throws OutputError.
  void append(const verdict::CellRecord& record);

 private:
  AppendFile file_;
  std::vector<verdict::CellRecord> earlier_;
};

// Reads the records of a results file. Throws what the constructor of ResultsLog throws.
std::vector<verdict::CellRecord> read_results(const std::filesystem::path& path);

}  // namespace gridlock::report
