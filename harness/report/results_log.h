// results.jsonl of a run folder: the record of each finished cell, one a line, there as soon as the
// cell is finished. What --resume goes on from.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/report/append_file.h"
#include "harness/verdict/record.h"

namespace gridlock::report {

class ResultsLog {
 public:
  // kFresh: what an earlier run left in the file is dropped. kResume: it is read and kept; a last
  // line without its newline (the run was killed while writing) is cut off.
  enum class Start { kFresh, kResume };

  // Throws OutputError when the folder cannot be written, the disk is full, or another run holds
  // the file; verdict::RecordError, with file and line, when a whole line is no record of this
  // version.
  ResultsLog(const std::filesystem::path& path, Start start);

  // The finished records that were there, in order; of a cell and repetition that was run again,
  // only the last. Interrupted cells, which earlier builds wrote, are left out.
  const std::vector<verdict::CellRecord>& earlier() const { return earlier_; }

  // Interrupted cells are not written: they are not finished, and will be when the run is resumed.
  // Throws OutputError; the file then holds what it held before.
  void append(const verdict::CellRecord& record);

 private:
  AppendFile file_;
  std::vector<verdict::CellRecord> earlier_;
};

// The records of a results file. Throws like ResultsLog.
std::vector<verdict::CellRecord> read_results(const std::filesystem::path& path);

}  // namespace gridlock::report
