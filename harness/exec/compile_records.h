// The compilations of processes below `gridlock exec --compile-report`, read from the files that
// harness/rank/gridlock/compiler/reporting.py writes while the processes run.
#pragma once

#include <filesystem>
#include <ios>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/health/frames.h"

namespace gridlock::exec {

// A file of compile records. It is "rank3.jsonl" for the process that is rank 3 of the job,
// "rank3.4711.jsonl" for another process below that rank or for a rank in no job, and
// "process.4711.jsonl" for a process without a rank.
struct CompileFile {
  std::filesystem::path path;
  std::optional<int> rank = {};
  bool is_further = false;
};
// Returns the files sorted by name. Returns none if the folder does not exist or has been removed.
std::vector<CompileFile> compile_files(const std::filesystem::path& folder);

class CompileRecords {
 public:
  explicit CompileRecords(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Reads what was written since the last call. Returns false if the new text contains no frame. An
  // incomplete last line is read by a later call.
  bool read();

  // Returns the ranks that have compiled anything, in order of rank. Without a job, the only
  // process below a rank counts as that rank, and the only process of a command counts as rank 0.
  std::vector<health::RankFrames> ranks() const;
  // Returns the file names of all other processes.
  std::vector<std::string> further_processes() const;

 private:
  struct File {
    CompileFile file;
    std::streamoff read = 0;  // bytes read so far
    std::vector<protocol::CompiledFrame> frames = {};
  };
  static bool read_on(File& file);
  bool is_rank(const CompileFile& file) const;

  std::filesystem::path folder_;
  std::map<std::filesystem::path, File> files_;
};

}  // namespace gridlock::exec
